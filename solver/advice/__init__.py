"""What a player asks for: the best move, the way to it, hints, other moves, repairs.

This is where the game, the model and the referee meet; it knows nothing of command
lines and files.
"""
