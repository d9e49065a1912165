"""All best moves: the different ways to do as well as the best, and what fewer moved tiles cost.

Best means what the goals say: going out, the objective and its ties. Moves differ by
the tiles laid, or by the arrangement that they leave: two arrangements are the same if
they are made of the same sets, whatever the joker of a group is said to stand for. By moved
tiles they are no longer equally good: each is the best that moves fewer table tiles than the
one before.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solver.advice.answer import MEMORY_RAN_OUT, TIME_RAN_OUT, Answer
from solver.advice.arrange import in_places, tile_set_of
from solver.advice.conditions import CONDITION_KEYS, GivenTiles
from solver.advice.question import check_question
from solver.advice.search import Search
from solver.advice.set_list import group_sets, run_sets
from solver.advice.shown import Shown
from solver.advice.solve import answer_of, asked_of, solve
from solver.deadline import Deadline, check_time, deadline_after, time_left
from solver.errors import RulesError, quote, wrong_type
from solver.game.joker_case import joker_faults
from solver.game.matching import as_it_lies, moved_tiles
from solver.game.move import Move
from solver.game.objective import OBJECTIVES
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.rules import Rules
from solver.game.sets import TileSet
from solver.game.tiles import JOKER, Tile
from solver.model.backend import maximise
from solver.model.cache import kept_problem, kept_relaxation
from solver.model.goals import keep_goal
from solver.model.ladder import build
from solver.model.network.places import Placed
from solver.model.program import Program, Term

__all__ = ["BY", "Alternatives", "best_moves"]

BY = ("arrangement", "tiles", "moved")


@dataclass(frozen=True, repr=False)
class Alternatives(Shown):
    """Different best moves, the one with fewest moved tiles first; by moved tiles the one with most.

    `best` is what `solve` answers: the first of `answers`, or a draw, of which there are none.
    `complete` says that there are no others, `more` that there are; neither, that time ran
    out, or memory as `ran_out` says. `unique` says whether there is exactly one, and is None if that is not known,
    and by moved tiles: that a best move with fewer of them is worse says nothing of it.
    """

    by: str
    best: Answer
    answers: tuple[Answer, ...]
    complete: bool
    more: bool = False
    ran_out: str = TIME_RAN_OUT

    @property
    def unique(self) -> bool | None:
        if self.by == "moved":
            return None
        if len(self.answers) > 1 or self.more:
            return False
        return True if self.complete and self.answers else None

    def __repr__(self) -> str:
        count = len(self.answers)
        by = " by moved tiles" if self.by == "moved" else ""
        all_of_them = "" if self.complete else ", perhaps not all"
        return f"<Alternatives: {count} best move{'s' * (count != 1)}{by}{all_of_them}>"

    def to_json(self) -> dict[str, object]:
        """The JSON form: what was asked, the answers, and whether they are all."""
        asked = self.best.to_json()
        return {
            **{key: asked[key] for key in ("position", "id", "rules", "objective", *CONDITION_KEYS, "status")},
            "by": self.by,
            "count": len(self.answers),
            "complete": self.complete,
            "unique": self.unique,
            "answers": [answer.to_json() for answer in self.answers],
        }


def best_moves(
    position: Position | str,
    most: int,
    *,
    by: str = "arrangement",
    objective: str = "value",
    joker_worth: int = 0,
    time_limit: float | None = None,
    steps: bool = True,
    keep: GivenTiles = (),
    must: GivenTiles = (),
    max_moved: int | str | None = None,
    notation: str | None = None,
) -> Alternatives:
    """Up to `most` (1 or more) different best moves in `position` (a value, or a position line); none if the best
    is to draw.

    `by` is `arrangement`, `tiles` or `moved`: then the first is the best move, and each other one
    the best of those that move fewer table tiles than the one before it. The rest is as for
    `solve`. When `time_limit` (seconds) runs out, those found so far are given as not complete.

    :raises RulesError: for a question that cannot be asked.
    :raises RummikubError: as `solve` does.
    """
    check_question(objective, joker_worth, time_limit)
    if not isinstance(by, str):
        raise wrong_type("by", by, " or ".join(BY))
    if not hasattr(most, "__index__"):
        raise wrong_type("most", most, "a whole number, 1 or more")
    if by not in BY:
        raise RulesError(f"by = {quote(by)}: moves differ by {' or '.join(BY)}")
    if most < 1:
        raise RulesError(f"all = {most}: ask for 1 move or more")
    began = time.perf_counter()
    deadline = deadline_after(time_limit)
    position, conditions = asked_of(position, notation, keep, must, max_moved)
    if by == "moved" and position.loose is not None:
        raise RulesError("by = moved: loose tiles lie in no sets, so none can leave its set")
    given: dict[str, Any] = {"keep": conditions.keep, "must": conditions.must, "max_moved": conditions.max_moved}
    given |= {"objective": objective, "joker_worth": joker_worth, "steps": steps}
    first = solve(position, time_limit=time_limit, **given)
    if first.status != "optimal":
        only = (first,) if first.played else ()
        return Alternatives(by, first, only, first.status == "no_move", ran_out=first.ran_out)
    if by == "moved":
        return _by_moved(first, most, given, deadline)
    walk = _Walk(position, first, deadline)
    found = [first]
    complete = more = False
    ran_out = TIME_RAN_OUT
    try:
        moves = walk.by_tiles() if by == "tiles" else walk.by_arrangement()
        for move in moves:
            if len(found) == most:
                more = True
                break
            found.append(
                answer_of(
                    position,
                    move,
                    objective=objective,
                    joker_worth=joker_worth,
                    status="optimal",
                    bound=first.bound,
                    steps=steps,
                    began=began,
                    stages={},
                    deadline=deadline,
                    conditions=conditions,
                )
            )
        else:
            complete = True
    except TimeoutError:
        pass
    except MemoryError:
        ran_out = MEMORY_RAN_OUT
    return Alternatives(by, first, tuple(found), complete, more, ran_out)


def _by_moved(first: Answer, most: int, given: dict[str, Any], deadline: Deadline) -> Alternatives:
    """The best move, then again and again the best that moves fewer table tiles."""
    found = [first]
    complete = more = False
    while not complete and not more:
        moved = found[-1].moved or 0
        left = time_left(deadline)
        if not moved:
            complete = True
        elif left is not None and left <= 0:
            break
        else:
            fewer = solve(first.position, time_limit=left, **{**given, "max_moved": moved - 1})
            if fewer.status == "feasible":
                break
            if not fewer.played:
                complete = True
            elif len(found) == most:
                more = True
            else:
                found.append(fewer)
    return Alternatives("moved", first, tuple(found), complete, more)


_MOST_SETS = 100_000
"""Sets round one tile that are gone through; a long run with many jokers can be laid in far more ways."""

_MOST_KEPT = 100_000
"""Answers to what can still be laid, or how jokers may lie, that are kept at a time."""

_MOST_REMEMBERED = 1_000_000
"""Kinds of tile in all of what is kept: a large table has hundreds."""

Arrangement = frozenset[tuple[tuple[Tile, ...], int]]


class _Walk:
    """Goes through the best moves other than the first."""

    def __init__(self, position: Position, first: Answer, deadline: Deadline) -> None:
        self.position, self.first, self.deadline = position, first, deadline
        self.untouched = position.must_open and position.rules.opening.table == "no"
        self._fits: dict[tuple[tuple[Tile, int], ...], bool] = {}
        self._remembered = 0
        self._joker_sets: dict[tuple[Move, tuple[Placed, ...]], bool] = {}

    def by_tiles(self) -> Iterator[Move]:
        """One move, with fewest moved tiles, for each other choice of tiles."""
        for played in self._choices():
            if Counter(played) != Counter(self.first.played):
                move = self._tidiest(played)
                if not self._moves_too_many(move):
                    yield move

    def by_arrangement(self) -> Iterator[Move]:
        """All other arrangements, those with the tiles of the first move before others."""
        seen = {_arrangement(self.first.table)}
        for played in self._choices():
            for table in self._arrangements(played):
                key = _arrangement(table)
                move = Move(self._sorted(played), in_places(self.position.table, table))
                if key in seen or self._moves_too_many(move):
                    continue
                if not judge(self.position, move, deadline=self.deadline):
                    seen.add(key)
                    yield move

    def _moves_too_many(self, move: Move) -> bool:
        most = self.first.max_moved
        return most is not None and not self.untouched and moved_tiles(self.position.table, move.table) > most

    def _sorted(self, played: Sequence[Tile]) -> tuple[Tile, ...]:
        return tuple(sorted(played, key=lambda tile: (tile.is_joker, tile)))

    def _tidiest(self, played: Sequence[Tile]) -> Move:
        check_time(self.deadline)
        first, left = self.first, time_left(self.deadline)
        search = Search(self.position, OBJECTIVES[first.objective], first.joker_worth, left, True, only=played)
        found = search.run()
        if not found.proved:
            raise MemoryError if found.too_large else TimeoutError
        return found.move

    def _choices(self) -> Iterator[tuple[Tile, ...]]:
        """All choices of rack tiles that do as well, the first move's before others."""
        yield self.first.played
        problem, _ = build(self.position, deadline=self.deadline)
        keep_goal(problem, OBJECTIVES[self.first.objective], self.first.joker_worth, self.first.played)
        columns = dict(problem.played)
        if problem.rack_jokers:
            columns[-1, 0] = problem.played_jokers
        if self.first.conditions.hold_tiles:
            problem.hold(self.first.keep, self.first.must)
        program = problem.program
        choice = self.first.played
        while True:
            counts = Counter((tile.colour, tile.number) for tile in choice)
            _exclude(program, [(column, counts[tile]) for tile, column in columns.items()])
            check_time(self.deadline)
            outcome = maximise(program, deadline=self.deadline)
            if outcome.values is None:
                if not outcome.proved:
                    raise TimeoutError
                return
            choice = problem.read(outcome.values).played
            yield choice

    def _arrangements(self, played: Sequence[Tile]) -> Iterator[list[TileSet]]:
        """All ways to lay these tiles and those of the table in sets, whatever the joker rules say."""
        tiles = Counter(played)
        kept: list[TileSet] = []
        if self.untouched:
            kept = list(self.position.table)
        else:
            tiles += self.position.table_tiles
        jokers = tiles.pop(JOKER, 0)
        for sets in self._cover(tiles, jokers, [], Move(tuple(played), ())):
            yield kept + sets

    def _cover(
        self, tiles: Counter[Tile], jokers: int, path: list[tuple[Tile, Placed]], played: Move
    ) -> Iterator[list[TileSet]]:
        """Lay the lowest tile that is left in every set that it can be in, then the rest.

        Two sets round equal tiles are laid in one order only. `path` has the sets laid so
        far with their lowest tiles; the jokers' rules are asked as soon as all jokers lie.
        """
        check_time(self.deadline)
        if not tiles:
            if not jokers:
                yield [tile_set_of(placed, self.position.rules) for _, placed in path]
            return
        if not self._can_be_laid(tiles, jokers):
            return
        lowest = min(tiles)
        for placed in _sets_with(lowest, tiles, jokers, self.position.rules, self.deadline):
            if path and path[-1][0] == lowest and placed < path[-1][1]:
                continue
            naturals = Counter(Tile(p.colour, p.number) for p in placed.places if not p.is_joker)
            left = tiles - naturals
            if left.total() != tiles.total() - naturals.total():
                continue
            used = sum(place.is_joker for place in placed.places)
            path.append((lowest, placed))
            if not used or jokers > used or self._jokers_may_lie(path, played):
                yield from self._cover(left, jokers - used, path, played)
            path.pop()

    def _jokers_may_lie(self, path: list[tuple[Tile, Placed]], played: Move) -> bool:
        """Whether the jokers' rules allow these sets, which hold all of them."""
        if self.untouched:
            return True
        with_joker = tuple(placed for _, placed in path if any(place.is_joker for place in placed.places))
        key = (played, with_joker)
        if key not in self._joker_sets:
            sets = tuple(tile_set_of(placed, self.position.rules) for placed in with_joker)
            if len(self._joker_sets) == _MOST_KEPT:
                self._joker_sets.clear()
            self._joker_sets[key] = not joker_faults(self.position, Move(played.played, sets), self.deadline)
        return self._joker_sets[key]

    def _can_be_laid(self, tiles: Counter[Tile], jokers: int) -> bool:
        """Whether these tiles and all the jokers make sets, if jokers were free."""
        key = (*sorted(tiles.items()), (JOKER, jokers))
        if key not in self._fits:
            heap = (*tiles.elements(), *[JOKER] * jokers)
            loose = Position((), (), self.position.rules, True, None, heap)
            problem = kept_problem(loose)
            if problem is None:
                problem, _ = build(loose, deadline=self.deadline)
            else:
                problem.program.objective = {}
            with kept_relaxation(problem) as relaxation:
                outcome = maximise(problem.program, deadline=self.deadline, relaxation=relaxation)
            if not outcome.proved:
                raise TimeoutError
            self._remembered += len(key)
            if len(self._fits) == _MOST_KEPT or self._remembered > _MOST_REMEMBERED:
                self._fits.clear()
                self._remembered = len(key)
            self._fits[key] = outcome.values is not None
        return self._fits[key]


def _arrangement(table: Sequence[TileSet]) -> Arrangement:
    """What two tables have in common when they are the same arrangement."""
    return frozenset(Counter(map(as_it_lies, table)).items())


def _exclude(program: Program, choice: list[tuple[int, int]]) -> None:
    """A row that forbids the columns to take just these values."""
    differs: list[Term] = []
    for column, value in choice:
        low, high = program.low[column], program.high[column]
        if value < high:
            more = program.column(1)
            program.row([(column, 1), (more, -(value + 1 - low))], low=low)
            differs.append((more, 1))
        if value > low:
            less = program.column(1)
            program.row([(column, 1), (less, high - value + 1)], high=high)
            differs.append((less, 1))
    program.row(differs, low=1)


def _sets_with(tile: Tile, tiles: Counter[Tile], jokers: int, rules: Rules, deadline: Deadline) -> list[Placed]:
    """All sets that these tiles can make which hold `tile` as a number tile, in a fixed order."""
    box = rules.tiles
    stock = [[0] * (box.numbers + 1) for _ in range(box.colours)]
    for other, count in tiles.items():
        stock[other.colour][other.number] = count
    mine = (tile.colour, tile.number, False)
    found: set[Placed] = set()
    longest = sum(tiles[other] for other in tiles if other.colour == tile.colour) + jokers
    for length in range(rules.sets.min_run, longest + 1):
        for first in range(1, box.numbers + 1):
            for run in run_sets(rules, stock, jokers, tile.colour, first, length):
                check_time(deadline)
                if mine in run.places:
                    found.add(run)
                    if len(found) > _MOST_SETS:
                        raise TimeoutError
    sizes = range(rules.sets.min_group, rules.max_group + 1)
    found.update(group for group in group_sets(rules, stock, jokers, tile.number, sizes) if mine in group.places)
    return sorted(found)
