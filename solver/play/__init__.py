"""Whole games: the deal, the turns, the end, scores and matches, and the players.

| module | what |
|---|---|
| `deal` | the box, who begins, the racks |
| `turns` | what a turn was |
| `state` | what lies where, and what a turn does to it |
| `game` | a game from a deal to its end: it asks the players and draws the tiles |
| `players` | what a player sees and decides, and the programs that play |
| `record`, `record_reader` | a game as a text file, written as it goes, read back and refereed |
| `scores`, `match`, `tally` | points of a game, of several, and of those told by the racks left |
| `session` | a person against programs |
| `review` | a recorded game looked through |
| `contest`, `simulate`, `strength` | programs among themselves, and who is the stronger |

It stands on the game and on the best move; the best move knows nothing of it.
"""
