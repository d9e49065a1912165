"""The command line of a checkout: `python cli.py solve ...`. Installed, it is `rummikub`, or `python -m solver`.

The commands themselves are in `solver/commands/`, a module for each. This file is no part of
the wheel: there a module called `cli` would stand in the way of others of that name.
"""

from solver.commands.app import main, run

__all__ = ["main", "run"]

if __name__ == "__main__":
    run()
