"""What is shown and what the buttons mean, a file per screen."""
