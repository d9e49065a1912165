"""Games that were written down by hand, for several tests."""

from __future__ import annotations

GAME = """rummikub-game 1
rules standard turn.hand=5 opening.points=9
players Ann Ben
begins Ann
rack Ann K3B3R3R4J
rack Ben 5
1 Ann draw K13 seconds=10
2 Ben lay O4O5O6->O4O5O6
3 Ann lay K3B3R3->O4O5O6/K3B3R3 seconds=20
4 Ben draw ?
5 Ann draw R2
6 Ben draw ?
7 Ann lay R2R4J->O4O5O6/K3B3R3/R2J(R3)R4
"""
