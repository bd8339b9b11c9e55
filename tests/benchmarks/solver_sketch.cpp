// The solver sketch: an exact solver for RESSAC on a square board with the default switches, handed to this project
// to measure against and to beat.
// It is a peer for benchmarks, not a design: short names, fixed sizes, one thread, no bounds checks.
// Margin minimax by null windows over (wrecks, Light, Dark, ply); replace-always table; the last two plies are special-cased.
// Build:  g++ -O3 -march=native -DN=5 -o sketch solver_sketch.cpp
// Run:    sketch BOATS DECOUNTS TABLE_BITS < positions      (a line: ROWS PLY, as in docs/rules.md; table entries are 16 bytes)
// Prints: the score to go (Light minus Dark, future points), nodes, CPU seconds, and the total CPU seconds last.
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cstring>
#include <vector>
#include <algorithm>
#include <ctime>
#include <string>
typedef uint32_t u32; typedef uint64_t u64;
#ifndef N
#define N 5
#endif
static const int C=N*N; static const u32 FULL=(1u<<C)-1;
static u32 ROW[N],COL[N],LEFTC,RIGHTC; static int B; static int sched[16]; static int ns;
static uint8_t *LG;
static inline u32 slide(u32 b,int dir,int k){
  if(dir<2){int sh=k*N;u32 x=(b>>sh)&((1u<<N)-1);u32 y=dir==0?((x<<1)|(x>>(N-1))):((x>>1)|(x<<(N-1)));y&=((1u<<N)-1);return (b&~ROW[k])|(y<<sh);}
  u32 m=COL[k],x=b&m; x=dir==2?((x<<N)|(x>>(N*(N-1)))):((x>>N)|(x<<(N*(N-1)))); return (b&~m)|(x&m);
}
static int largest(u32 b){int best=0;while(b){u32 f=b&-b;for(;;){u32 g=f|((f&~RIGHTC)<<1)|((f&~LEFTC)>>1)|(f<<N)|(f>>N);g&=b;if(g==f)break;f=g;}int n=__builtin_popcount(f);if(n>best)best=n;b&=~f;}return best;}
struct P{u32 b[2];u32 w;};
static int gainAt[2][16]; static int maxF[40][2],minF[40][2];
static u64 nodes,nodesAt[40],cutFirst[40],cutAny[40];
struct E{u64 key; int8_t lo,hi; uint8_t mv; uint8_t pad[5];}; static E*tt; static u64 ttmask; u64 spread_[1<<13];
static inline u64 sp(u32 x){return spread_[x&8191]|(spread_[x>>13]<<26);}
static inline u64 key3(u32 a,u32 b,u32 w){return sp(a)|(sp(b)<<1)|(sp(w)*3);}
static u32 tr[8][4][256]; static inline u32 xf(int s,u32 b){return tr[s][0][b&255]|tr[s][1][(b>>8)&255]|tr[s][2][(b>>16)&255]|tr[s][3][b>>24];}
static int symPly=8;
static u64 keyOf(const P&p,int ply){ if(ply>symPly) return key3(p.b[0],p.b[1],p.w); u64 best=~0ull;for(int s=0;s<8;s++){u64 k=key3(xf(s,p.b[0]),xf(s,p.b[1]),xf(s,p.w));if(k<best)best=k;}return best;}
// can side with boats d (one to place, empties e) reach a group >= t with one more move?
static bool canReach(u32 d,u32 emp,int t){
  for(u32 e=emp;e;e&=e-1){int c=__builtin_ctz(e);u32 m=d|(1u<<c);int r=c/N,q=c%N;
    if(LG[slide(m,0,r)]>=t||LG[slide(m,1,r)]>=t||LG[slide(m,2,q)]>=t||LG[slide(m,3,q)]>=t) return true;}
  return false;}
// returns true iff value(side to move) >= beta
static bool win(const P&p,int ply,int beta);
static bool last1(const P&p,int ply,int beta){ nodes++;nodesAt[ply]++; int s=ply&1; if(beta<=1)return true; if(beta>B) return false; return canReach(p.b[s],FULL&~(p.b[0]|p.b[1]|p.w),beta);}
static bool last2(const P&p,int ply,int beta){ nodes++;nodesAt[ply]++;
  // side s moves (decount), then opponent moves (decount)
  int s=ply&1; u32 emp=FULL&~(p.b[0]|p.b[1]|p.w);
  if(beta<=1-B) return true; if(beta>B-1) return false;
  struct M{u32 me,op,em;}; M lst[10][120]; int cnt[10]; memset(cnt,0,sizeof cnt);
  int gmin=std::max(1,beta+1); // need g - opp >= beta, opp>=1
  for(u32 e=emp;e;e&=e-1){int c=__builtin_ctz(e);u32 m=p.b[s]|(1u<<c);u32 em=emp&~(1u<<c);int r=c/N,q=c%N;
    for(int d=0;d<4;d++){int k=d<2?r:q;u32 me=slide(m,d,k);int g=LG[me];if(g>=gmin){ u32 op=slide(p.b[s^1],d,k); if(LG[op]>g-beta+1) { /*opponent likely keeps it*/ } M&x=lst[g][cnt[g]++];x.me=me;x.op=op;x.em=slide(em,d,k);}}}
  for(int g=B;g>=gmin;g--) for(int i=0;i<cnt[g];i++){ int t=g-beta+1; if(t>B) return true; nodesAt[ply+1]++; nodes++; if(!canReach(lst[g][i].op,lst[g][i].em,t)) return true; }
  return false;}
static bool win(const P&p,int ply,int beta){
  if(ply==2*B-1) return last1(p,ply,beta);
  if(ply==2*B-2 && gainAt[0][B]) return last2(p,ply,beta);
  nodes++;nodesAt[ply]++;
  int s=ply&1,k=ply/2+1; int ub=maxF[ply][s]-minF[ply][s^1],lb=minF[ply][s]-maxF[ply][s^1];
  if(ub<beta)return false; if(lb>=beta)return true;
  u64 key=keyOf(p,ply)|((u64)ply<<52); u64 h=key*0x9E3779B97F4A7C15ull;h^=h>>29;h*=0xBF58476D1CE4E5B9ull;h^=h>>32;E*e=&tt[h&ttmask];
  int ttm=-1;
  if(e->key==key){ if(e->lo>=beta)return true; if(e->hi<beta)return false; ttm=e->mv; }
  bool gain=gainAt[s][k]; u32 emp=FULL&~(p.b[0]|p.b[1]|p.w);
  // generate with coarse bucket ordering
  struct M{P q;int16_t sc;int8_t g;uint8_t id;}; M ms[100];int n=0;
  for(u32 em=emp;em;em&=em-1){int c=__builtin_ctz(em);int r=c/N,qq=c%N;u32 a=p.b[s]|(1u<<c);
    for(int d=0;d<4;d++){int kk=d<2?r:qq;M&x=ms[n];x.q.b[s]=slide(a,d,kk);x.q.b[s^1]=slide(p.b[s^1],d,kk);x.q.w=slide(p.w,d,kk);
      int ml=LG[x.q.b[s]],ol=LG[x.q.b[s^1]];x.g=gain?ml:0; x.id=c*4+d;
      x.sc=(gain?ml*32:0)+ml*8-ol*8+(x.id==ttm?10000:0);
      n++;}}
  bool res=false; int bm=0; int tried=0;
  for(int i=0;i<n;i++){ int bi=i;for(int j=i+1;j<n;j++)if(ms[j].sc>ms[bi].sc)bi=j; if(bi!=i)std::swap(ms[i],ms[bi]);
    int g=ms[i].g; tried++;
    if(!win(ms[i].q,ply+1,g-beta+1)){res=true;bm=ms[i].id;break;} }
  if(res){cutAny[ply]++; if(tried==1)cutFirst[ply]++;}
  if(e->key!=key){e->key=key;e->lo=-100;e->hi=100;e->mv=255;}
  if(res){if(beta>e->lo)e->lo=beta;e->mv=bm;}else if(beta-1<e->hi)e->hi=beta-1;
  return res;}

int main(int argc,char**argv){
  B=atoi(argv[1]); {char*t=strtok(argv[2],",");ns=0;while(t){sched[ns++]=atoi(t);t=strtok(0,",");}}
  int tb=atoi(argv[3]); tt=(E*)calloc(1ull<<tb,sizeof(E));ttmask=(1ull<<tb)-1;
  for(int r=0;r<N;r++){ROW[r]=((1u<<N)-1)<<(r*N);u32 c=0;for(int i=0;i<N;i++)c|=1u<<(i*N+r);COL[r]=c;} LEFTC=COL[0];RIGHTC=COL[N-1];
  for(int i=0;i<(1<<13);i++){u64 x=0;for(int j=0;j<13;j++)if(i>>j&1)x|=1ull<<(2*j);spread_[i]=x;}
  for(int s=0;s<8;s++)for(int b=0;b<4;b++)for(int x=0;x<256;x++){u32 y=0;for(int j=0;j<8;j++)if((x>>j&1)&&b*8+j<C){int i=b*8+j,r=i/N,c=i%N;if(s&1)c=N-1-c;if(s&2)r=N-1-r;if(s&4)std::swap(r,c);y|=1u<<(r*N+c);}tr[s][b][x]=y;}
  LG=(uint8_t*)malloc(1u<<C); for(u32 i=0;i<(1u<<C);i++) LG[i]=largest(i);
  for(int i=0;i<ns;i++)gainAt[0][sched[i]]=gainAt[1][sched[i]]=1;
  for(int p=0;p<=2*B;p++)for(int s=0;s<2;s++){int made=(s==0)?(p+1)/2:p/2;int t=0,m=0;for(int i=0;i<ns;i++)if(sched[i]>made){t+=sched[i];m++;}maxF[p][s]=t;minF[p][s]=m;}
  char rows[256]; int ply; double total=0;
  while(scanf("%255s %d%*[^\n]",rows,&ply)==2){
    P p;p.b[0]=p.b[1]=p.w=0; int r=N-1,c=0;
    for(char*q=rows;*q;q++){ if(*q=='/'){r--;c=0;} else if(*q>='0'&&*q<='9')c+=*q-'0'; else {u32 m=1u<<(r*N+c);c++; if(*q=='L')p.b[0]|=m;else if(*q=='D')p.b[1]|=m;else p.w|=m;} }
    nodes=0; memset(tt,0,sizeof(E)<<tb);
    clock_t t0=clock(); int v=0; // value for the side to move
    if(win(p,ply,1)){v=1; while(win(p,ply,v+1))v++;} else {v=0; while(!win(p,ply,v))v--; }
    double dt=(double)(clock()-t0)/CLOCKS_PER_SEC; total+=dt;
    printf("%s %d value %d nodes %llu cpu %.3f\n",rows,ply,(ply&1)?-v:v,(unsigned long long)nodes,dt); fflush(stdout);
  }
  printf("total cpu %.3f\n",total);
}
