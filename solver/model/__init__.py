"""The integer linear programme: what the rules allow, as columns and rows.

Each module is one family of rules that owns its columns and rows; `problem` puts a
position's families together, `backend` solves, `decode` turns a solution into sets.
Nothing in here knows of command lines, files or the referee.
"""
