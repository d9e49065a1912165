"""The game itself: tiles, sets, rules, positions, moves and the referee.

Nothing in here knows of models, solvers or command lines.
"""
