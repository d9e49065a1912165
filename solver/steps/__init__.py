"""The way from the old table and rack to the new table, one hand movement after the other.

A movement takes a block of tiles that lie together from the rack or a set and lays it in
one other place. Sets have the numbers of `PlayedMove`.

`plan` puts together what the others work out: `copies` which of equal tiles goes where,
`movements` which tiles go together, `held_jokers` which jokers must go on standing for
their tiles meanwhile, `readings` what tiles that lie together are, `order` what comes
first. `narrate` says it in words, and `haste` is how long all may take.
"""

from solver.steps.narrate import Way, steps_in_time, steps_of
from solver.steps.step import Step

__all__ = ["Step", "Way", "steps_in_time", "steps_of"]
