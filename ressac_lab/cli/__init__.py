"""The command line: parse, build one value, call the library, print."""
