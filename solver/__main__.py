"""`python -m solver`: the command line, as `rummikub`."""

from solver.commands.app import run

if __name__ == "__main__":
    run()
