"""Card readers on serial lines: from bytes to tags, and what a printed code says."""
