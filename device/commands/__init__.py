"""What `commune` does at the shell, a file per command; each imports only what it uses."""
