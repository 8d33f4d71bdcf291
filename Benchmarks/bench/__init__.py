"""Measures the command and the libraries beside their peers: see ../README.md."""
