"""The integer linear programme: what the rules allow, as columns and rows.

A family of rules is a module that owns its columns and rows; `ladder` puts together the
families that a position needs, `backend` solves, `problem` reads sets out of a solution.
Nothing in here knows of command lines, files or the referee.
"""
