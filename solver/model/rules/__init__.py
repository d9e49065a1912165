"""The families of rules: each owns the sets that play a part under it, and writes its rows."""
