"""Benchmarks of the command and the libraries against their peers: see ../README.md."""
