"""The rules in bits, compiled with numba; equal to the reference engine by test."""
