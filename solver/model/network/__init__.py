"""What a table can hold, as columns and rows: runs, groups, and both together.

Where jokers are free a smaller network will do (`FreeNetwork`).
"""
