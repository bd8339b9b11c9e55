"""The only door to numba: one decorator for every kernel, two bit instructions, a safe cache.

numba's disk cache goes by the file of the function itself, so editing a callee in another file would
leave stale machine code behind. The cache folder is therefore named by a digest of every kernel
source. With ``NUMBA_DISABLE_JIT=1`` the kernels run as plain Python, slowly and with equal results.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba as typed_numba
import numpy as np
from platformdirs import user_cache_path

from ressac_lab.kernels.waiting import compiling

# The options used here are not all in numba's own type hints.
numba: Any = typed_numba
F = TypeVar("F", bound=Callable[..., Any])


def sources_digest() -> str:
    """Return a digest of the text of every kernel module."""
    digest = sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path | None:
    """Return the folder of compiled kernels, or None where none can be written."""
    base = os.environ.get("RESSAC_LAB_CACHE")
    folder = (Path(base) if base else user_cache_path("ressac_lab")) / f"kernels-{sources_digest()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


CACHE_FOLDER = _cache_folder()


class _Watch(numba.core.event.Listener):  # type: ignore[misc]
    """Tells whoever waits that something is compiled, which is not said of what a cache holds."""

    def on_start(self, event: Any) -> None:
        compiling()

    def on_end(self, event: Any) -> None:
        pass


numba.core.event.register("numba:compile", _Watch())


class _CheckedFile:
    """The file of a compiled function with a digest of its content: damaged machine code would crash."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.flush = file.flush

    def save(self, key: Any, data: Any) -> None:
        content = numba.core.serialize.dumps(data)
        self.file.save(key, (blake2b(content).digest(), content))

    def load(self, key: Any) -> Any:
        digest, content = self.file.load(key) or (b"", b"")
        return pickle.loads(content) if blake2b(content).digest() == digest else None


class _ForgivingCache:
    """The cache of one function: what cannot be read is compiled anew, what cannot be saved is not.

    A cache only saves time, so no fault of its files, whatever its kind, may end a command.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._cache = numba.core.caching.FunctionCache(function)
        self._cache._cache_file = _CheckedFile(self._cache._cache_file)
        self.cache_path = self._cache.cache_path
        self.flush = self._cache.flush

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return self._cache.load_overload(signature, context)
        except Exception:
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        try:
            self._cache.save_overload(signature, compiled)
        except Exception:
            # A damaged index is in the way of saving too: begin with an empty one.
            with suppress(Exception):
                self.flush()
                self._cache.save_overload(signature, compiled)


def _keep_compiled(compiled: Any, function: Callable[..., Any]) -> None:
    """Give a compiled function its cache below the cache folder, or none."""
    # Where numba cannot use the folder it raises, or takes a place of its own, which would go stale.
    with suppress(Exception):
        cache = _ForgivingCache(function)
        if CACHE_FOLDER and Path(cache.cache_path).is_relative_to(CACHE_FOLDER):
            compiled._cache = cache


def kernel(function: F, *, inlined: bool = False) -> F:
    """Compile a function of integers and integer arrays; it runs without the GIL.

    ``inlined`` asks the compiler to copy it into its callers.

    Kernels use 64-bit integers only, raise nothing and allocate nothing in loops; masks are unsigned
    and never meet a signed number in arithmetic, which would turn both into floats.
    """
    if numba.config.DISABLE_JIT:
        return function
    # numba reads the folder when the function is decorated; it is put back at once, so that a
    # user's own numba functions keep their cache.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER or "")
    try:
        compiled = numba.njit(
            function,
            nogil=True,
            error_model="numpy",
            forceinline=inlined,
            # Kernels own no arrays, so they need not count references: playouts run 1.8 times faster.
            _nrt=False,
        )
        if CACHE_FOLDER:
            _keep_compiled(compiled, function)
    finally:
        numba.config.CACHE_DIR = before
    return cast(F, compiled)


def small_kernel(function: F) -> F:
    """Compile a kernel of a few instructions that costs less than the call of it would."""
    return kernel(function, inlined=True)


def _popcount(mask: np.uint64) -> int:
    return int(mask).bit_count()


def _lowest_bit(mask: np.uint64) -> int:
    return (int(mask) & -int(mask)).bit_length() - 1


def _intrinsic(instruction: str) -> Callable[..., Any]:
    """Return a numba intrinsic for an LLVM bit instruction from uint64 to int64."""

    def bit_instruction(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if instruction == "ctpop":
                return builder.ctpop(arguments[0])
            # The second operand: what zero gives is defined (64), not poison.
            return builder.cttz(arguments[0], context.get_constant(numba.types.boolean, False))

        return numba.types.int64(numba.types.uint64), generate

    return cast(Callable[..., Any], numba.extending.intrinsic(bit_instruction))


def _no_prefetch(array: Any, row: int, place: int) -> None:
    """Do nothing: plain Python has no use for it."""


def _prefetching(typing_context: Any, array: Any, row: Any, place: Any) -> Any:
    """Return a numba intrinsic that asks for an element of a two-dimensional array ahead of its use."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        shape = signature.args[0]
        value = context.make_array(shape)(context, builder, arguments[0])
        pointer = numba.core.cgutils.get_item_pointer(
            context, builder, shape, value, list(arguments[1:]), wraparound=False
        )
        ir = numba.core.cgutils.ir
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
        # A read, to be kept in every cache, of data.
        builder.call(prefetch, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return numba.types.void(array, row, place), generate


popcount: Callable[[np.uint64], int] = _popcount
prefetch: Callable[[Any, int, int], None] = _no_prefetch
lowest_bit: Callable[[np.uint64], int] = _lowest_bit
if not numba.config.DISABLE_JIT:
    popcount = _intrinsic("ctpop")
    lowest_bit = _intrinsic("cttz")
    prefetch = cast(Callable[..., Any], numba.extending.intrinsic(_prefetching))


@small_kernel
def signed(bits: np.uint64) -> int:
    """Return an unsigned number below 2⁶³ as a signed one; ``int`` would leave it unsigned in a kernel."""
    return np.int64(bits)  # type: ignore[return-value]
