"""Exact values. Import from its modules: some of them start the compiler."""
