"""The header's pins for gpiozero: over libgpiod where its package is there, asleep until an edge comes."""
