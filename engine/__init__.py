"""Commune, the game: pure rules, no clock, no I/O, no randomness."""
