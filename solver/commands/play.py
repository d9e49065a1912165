"""`rummikub play`: you against programs, in the terminal."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from solver.commands.asking import rules_of
from solver.commands.completion import complete_files
from solver.commands.options import Under, color_option, notation_option, refuse, rule_option, rules_option, together
from solver.commands.output import note, page, print_page, report

if TYPE_CHECKING:
    from solver.game.move import Move
    from solver.game.notation import Notation
    from solver.game.tiles import Tile
    from solver.play.players import OutOfTime, View
    from solver.play.session import Draft, Session

_HELP = """You type, and Enter:
  {run:<15} lay these tiles; the table is worked out, with fewest moved tiles
  table SETS      or write the whole new table: table {table}
  undo            take back the last of that
  done            the turn is over; with nothing laid you draw a tile, or pass
  draw            draw a tile, whatever you have laid
  hint [1-4]      a little of the best move, 4 tells most
  sort colour     show the rack by colour, or by number
  show            the table and your rack once more
  back [N]        go back to your last turn, or to turn N
  quit            stop; the game is saved, and --resume goes on with it"""


def _help(notation: Notation) -> str:
    """What can be typed, with tiles as they are written in this game."""
    from solver.game.tiles import Tile

    run, group = [Tile(2, number) for number in (5, 6, 7)], [Tile(colour, 1) for colour in (0, 1, 2)]
    return _HELP.format(run=notation.row(run), table=f"{notation.packed(run)} | {notation.packed(group)}")


@click.command()
@click.argument("file", metavar="FILE", shell_complete=complete_files)
@click.option(
    "--against",
    metavar="NAME,NAME...",
    default="most-tiles",
    show_default=True,
    help="The programs that you play against, with their settings as for 'simulate'.",
)
@click.option("--name", metavar="NAME", default="Player", show_default=True, help="What you are called.")
@click.option("--seed", type=int, metavar="S", help="Deal the tiles of this seed; else any.")
@rules_option("The rule set: a preset, or a file that ends in .toml.")
@rule_option("Change one rule, such as turn.seconds=300; may be repeated.")
@click.option("--no-clock", is_flag=True, help="No time limit, and no times in the record.")
@click.option("--sort", type=click.Choice(("colour", "number")), default="colour", help="How your rack is sorted.")
@notation_option("How tiles are written in this game: tiles, or cards; --resume goes on as it was begun.")
@click.option("--resume", is_flag=True, help="Go on with the game that is saved in FILE.")
@color_option
@together(under=Under)
def play(
    file: str,
    against: str,
    name: str,
    seed: int | None,
    under: Under,
    no_clock: bool,
    sort: str,
    resume: bool,
) -> None:
    """Play a game against programs.

    The game is saved in FILE, turn by turn: it is a record that 'replay' shows and 'review' looks through. In your turn
    you lay tiles, or write the new table; 'help' lists what can be typed.

    \b
    Examples:
      rummikub play friday.txt
      rummikub play friday.txt --against most-tiles,random --rules sabra
      rummikub play friday.txt --resume
    """
    from solver.game.notation import TILES, notation_of
    from solver.play.session import Session

    if resume:
        if under.notation:
            refuse("--notation: the game that is saved says how its tiles are written; leave it out")
        session = Session.go_on(file)
    else:
        if seed is None:
            from random import SystemRandom

            seed = SystemRandom().randrange(10**9)
        notation = notation_of(under.notation or TILES)
        session = Session.begin(file, rules_of(under), name, against.split(","), seed, notation)
    with session:
        _play(session, _Person(session, sort, None if no_clock else time.monotonic))


def _play(session: Session, person: _Person) -> None:
    """The game from here to its end, or until the person stops."""
    from solver.errors import RulesError
    from solver.show.replay import turn_words

    if not session.game.turns:
        note(f"{session.names[session.game.state.player]} begins; 'help' lists what you can type")
    while not session.game.over:
        seat = session.game.state.player
        try:
            turn = session.take_turn(person, person.clock)
        except _Stop:
            note("stopped; the game is saved, and --resume goes on with it")
            return
        except _Back as back:
            try:
                session.back(back.number)
            except RulesError as error:
                report(str(error))
            continue
        seen = turn if seat == session.seat else turn.as_seen()
        print_page(f"Turn {turn.number}: {turn_words(seen, session.names[seat], session.notation)}")
    _end(session)


def _end(session: Session) -> None:
    score = session.game.score()
    won = " and ".join(session.names[i] for i in score.winners)
    print_page(f"{'Out' if score.end == 'out' else 'Blocked'}: {won} won")
    for i, name in enumerate(session.names):
        rack = session.notation.packed(session.game.racks[i]) or "-"
        print_page(f"{name}  {score.scores[i]}  {rack}")


class _Stop(Exception):
    """The person stops playing."""


class _Back(Exception):
    """The person goes back to an earlier turn."""

    def __init__(self, number: int) -> None:
        self.number = number


class _OutOfTime(Exception):
    """The time of the turn is over."""


class _Person:
    """A player who reads what to do from standard input."""

    def __init__(self, session: Session, sort: str, clock: Callable[[], float] | None) -> None:
        self.session, self.sort, self.clock = session, sort, clock
        self._ends: float | None = None
        self._lines = _Lines()

    def take_discard(self, view: View) -> bool:
        self._begin(view)
        try:
            return self._ask_line("take it, or draw [take/draw]? ").strip().lower() in ("take", "t", "yes", "y")
        except _OutOfTime:
            # The question that follows finds that out for itself.
            self._ends = 0.0
            return False

    def choose(self, view: View) -> Move | OutOfTime | None:
        from solver.errors import RummikubError
        from solver.play.players import OutOfTime
        from solver.play.session import Draft

        self._begin(view)
        draft = Draft(view.position)
        while True:
            try:
                line = self._ask_line("> ")
            except _OutOfTime:
                print_page("Time is over.")
                return OutOfTime(draft.table if draft.is_begun else ())
            try:
                ended, move = self._obey(line, view, draft)
            except RummikubError as error:
                report(str(error))
                continue
            if ended:
                return move

    def throw_off(self, view: View) -> Tile:
        from solver.errors import RummikubError
        from solver.game.notation import read_tiles

        self._ends = None
        if len(view.position.rack) == 1:
            return view.position.rack[0]
        while True:
            text = self._ask_line("throw off which tile? ")
            try:
                tiles = read_tiles(text, "tile", notation=view.position.notation)
            except RummikubError as error:
                report(str(error))
                continue
            if len(tiles) == 1 and tiles[0] in view.position.rack:
                return tiles[0]
            report("write one tile of your rack")

    def _begin(self, view: View) -> None:
        """Show the table, and start the clock of the turn."""
        from solver.show.at_table import table_text

        print_page(table_text(view, self.session.names, self.sort, **page()))
        if self.clock and self._ends is None:
            seconds = view.position.rules.turn.seconds
            self._ends = self.clock() + seconds

    def _obey(self, line: str, view: View, draft: Draft) -> tuple[bool, Move | None]:
        """Do what was typed: whether the turn is over, and with what move.

        :raises RummikubError: if it cannot be done.
        """
        word, _, rest = line.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in ("quit", "exit"):
            raise _Stop
        if word == "back":
            raise _Back(int(rest) if rest.isdecimal() else self._last_turn())
        if word in ("done", "draw"):
            return self._ended(word, draft)
        if word == "help":
            print_page(_help(view.position.notation))
        elif word == "undo":
            draft.undo()
            self._show(draft)
        elif word == "hint":
            self._hint(rest, view)
        elif word == "sort":
            self._sort(rest, draft)
        elif word in ("show", ""):
            self._show(draft)
        else:
            self._lay(word, rest, line, draft)
        return False, None

    def _ended(self, word: str, draft: Draft) -> tuple[bool, Move | None]:
        if word == "draw" or not draft.is_begun:
            self._stop_clock()
            return True, None
        if faults := draft.faults():
            for fault in faults:
                report(fault)
            note("the turn cannot end like this; 'undo' takes the last step back, 'draw' takes all back")
            return False, None
        self._stop_clock()
        return True, draft.move()

    def _lay(self, word: str, rest: str, line: str, draft: Draft) -> None:
        from solver.errors import NotationError
        from solver.game.notation import read_table, read_tiles

        notation = draft.position.notation
        if word == "table":
            draft.write(read_table(rest, "table", notation))
        else:
            try:
                tiles = read_tiles(rest if word == "lay" else line, "tiles", notation=notation)
            except NotationError as error:
                raise NotationError(f"{error} ('help' lists what you can type)") from None
            draft.lay([tile.bare for tile in tiles])
        self._show(draft)

    def _hint(self, rest: str, view: View) -> None:
        from solver.advice.hints import LEVELS, hint

        if rest and (not rest.isdecimal() or int(rest) not in LEVELS):
            report(f"hint {LEVELS[0]} to {LEVELS[-1]}: a higher one tells more")
            return
        print_page(hint(view.position, int(rest or 1), objective="tiles").text)

    def _sort(self, rest: str, draft: Draft) -> None:
        from solver.show.at_table import SORTS

        if rest not in SORTS:
            report(f"sort by {' or '.join(SORTS)}")
            return
        self.sort = rest
        self._show(draft)

    def _show(self, draft: Draft) -> None:
        from solver.show.at_table import draft_text

        print_page(draft_text(draft, self.sort, **page()))

    def _last_turn(self) -> int:
        """The number of the person's last turn; 0 if there is none."""
        return max((turn.number for turn in self.session.game.turns if turn.player == self.session.seat), default=0)

    def _stop_clock(self) -> None:
        self._ends = None

    def _ask_line(self, prompt: str) -> str:
        """What the person types.

        :raises _OutOfTime: if the time of the turn is over before that.
        :raises _Stop: at the end of the input.
        """
        click.echo(prompt, nl=False, err=True)
        left = None if self._ends is None or self.clock is None else self._ends - self.clock()
        try:
            line = self._lines.read(left)
        except TimeoutError:
            self._stop_clock()
            click.echo(err=True)
            raise _OutOfTime from None
        if line is None:
            raise _Stop
        return line


class _Lines:
    """The lines of standard input, each waited for no longer than allowed.

    They are cut here: what Python's own buffer holds already, nobody can see who waits for the next line.
    """

    def __init__(self) -> None:
        self._held = b""
        try:
            self._number: int | None = sys.stdin.fileno()
        except (OSError, ValueError, AttributeError):
            self._number = None  # in memory, or closed

    def read(self, seconds: float | None) -> str | None:
        """The next line; None at the end.

        :raises TimeoutError: if it does not come within so many seconds.
        """
        if seconds is not None and seconds <= 0:
            raise TimeoutError
        if self._number is None:
            return (sys.stdin.readline() or None) if sys.stdin else None
        ends = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._held:
            left = None if ends is None else max(0.0, ends - time.monotonic())
            if not select.select([self._number], [], [], left)[0]:
                raise TimeoutError
            more = os.read(self._number, 1 << 16)
            if not more:
                # The end; what stands before it counts as a line.
                line, self._held = self._held, b""
                return line.decode(errors="replace") if line else None
            self._held += more
        line, _, self._held = self._held.partition(b"\n")
        return line.decode(errors="replace")
