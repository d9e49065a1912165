"""New puzzles of a wanted level."""
