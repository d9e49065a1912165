"""Back ends: what solves a programme.

`branch` finds whole numbers by branching on a linear relaxation, `cp_sat` finishes what
takes it too long. A relaxation comes from one of several back ends, each a file with a
class that keeps the protocol of `relaxation`; `choice` lists them and takes one.
"""

from solver.model.backend.branch import Outcome, maximise
from solver.model.backend.choice import RELAXATIONS, VARIABLE, chosen, relax
from solver.model.backend.relaxation import Relaxation

__all__ = ["RELAXATIONS", "VARIABLE", "Outcome", "Relaxation", "chosen", "maximise", "relax"]
