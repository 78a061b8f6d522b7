"""The OLED: fonts, drawing and what goes on the wire."""
