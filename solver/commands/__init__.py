"""The command line: a module for each command, and one each for options, for what is asked, and for output.

Each command is a list of options and one call of the Python API. Whatever is slow to import is
imported inside the command that needs it. A new command is a module with a click command of the
same name, and its line in `COMMANDS` (`app.py`).
"""
