"""Is this machine ready to be a box? One file per thing that can be wrong, and what to do about each."""
