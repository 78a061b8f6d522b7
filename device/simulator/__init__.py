"""The box without hardware: mock pins for the keys, and a panel drawn as characters or saved as pictures."""
