"""Whole games: the deal, the turns and the end.

It stands on the game and on the best move; the best move knows nothing of it.
"""
