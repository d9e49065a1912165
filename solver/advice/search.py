"""The chain of goals: one question to the model, from the first programme to the last.

The goals come one after the other, each kept before the next: go out if possible, the
objective with its ties, fewest moved tiles. Every goal is first asked of a relaxation
that leaves out what makes the joker rules large; if the referee accepts its move,
nothing better exists. Only otherwise are larger programmes built, up to the exact one.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.advice.arrange import in_places, tile_set_of
from solver.errors import PositionError, RefereeError
from solver.game.matching import moved_tiles
from solver.game.move import Move
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.tiles import JOKER, Tile
from solver.model.backend import Outcome, maximise
from solver.model.build import EFFORTS, build
from solver.model.glop import Glop
from solver.model.goals import goal_of, keep_goal
from solver.model.heirs import Heirs
from solver.model.kept import kept_glop, kept_problem
from solver.model.problem import Problem, Solved
from solver.model.program import INFINITY

__all__ = ["Found", "Search"]


@dataclass(frozen=True)
class Found:
    """The best legal move so far, the bound of the objective, and whether all goals are proved."""

    move: Move
    bound: int
    proved: bool


@dataclass(frozen=True)
class _Level:
    """One goal solved: the solution, its move if the referee accepts it, and what is proved."""

    solved: Solved | None
    move: Move | None
    outcome: Outcome


_FREE = -1
"""Less than any effort: the rules of jokers on the table are left out."""

_Goal = tuple[int, int, int]
"""Of the tiles played how many they are, how many are jokers, and what the others add up to."""


class _Tidy(NamedTuple):
    """A legal move, and how many tiles of the table it keeps with their sets."""

    kept: int
    move: Move


@dataclass
class Search:
    """One question: its goals in order, its clock, and the seconds of each stage.

    With `only`, just these tiles may be played, all of them.
    """

    position: Position
    objective: str
    joker_worth: int
    time_limit: float | None
    fewest_moved: bool
    only: Sequence[Tile] | None = None
    stages: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.began = time.perf_counter()
        self.deadline = None if self.time_limit is None else self.began + self.time_limit
        # The best so far: nothing but a draw, and no bound but the whole rack.
        self.best = Move((), self.position.table)
        self.bound = self._all_laid()
        # What smaller programmes have shown: no better objective, questions that led nowhere, how many
        # table tiles can stay with their sets at most, and the legal move that keeps most so far.
        self._most = INFINITY
        self._refused: set[tuple[int, _Goal]] = set()
        self._most_kept: dict[_Goal, int] = {}
        self._tidiest: dict[_Goal, _Tidy] = {}

    def run(self) -> Found:
        """The goals in order, each on the smallest programme first, then if need be on larger ones."""
        try:
            level = self._as_if_free()
            for effort in EFFORTS if level is None else ():
                level = self._best_objective(effort)
                if not level.outcome.proved:
                    return self._so_far()
                if level.solved is None:
                    return self._nothing_fits()
                if level.move is not None:
                    break
                # As good a move with fewer moved tiles may be legal all the same.
                if self._tidies and (tidy := self._fewest_moved(level, effort)):
                    return tidy
                if effort == 0 and (stayed := self._with_jokers_that_stay()):
                    level = stayed
                    break
            assert level is not None
            assert level.move is not None
            if not self._tidies or not level.move.played:
                return Found(level.move, self.bound, True)
            for effort in EFFORTS:
                if tidy := self._fewest_moved(level, effort):
                    return tidy
        except TimeoutError:
            pass
        return self._so_far()

    @property
    def _tidies(self) -> bool:
        """Whether there are old sets that should move as little as possible."""
        untouched = self.position.must_open and self.position.rules.opening.table == "no"
        return self.fewest_moved and bool(self.position.table) and not untouched

    @property
    def _on_table(self) -> int:
        """Tiles in the sets of the table."""
        return sum(len(tile_set.tiles) for tile_set in self.position.table)

    def _so_far(self) -> Found:
        return Found(self.best, self.bound, False)

    def _all_laid(self) -> int:
        """The objective if every rack tile were laid: a bound that needs no search."""
        joker = {"value": self.joker_worth, "tiles": 1, "penalty": self.position.rules.scoring.joker_in_hand}
        return sum(
            joker[self.objective] if tile == JOKER else 1 if self.objective == "tiles" else tile.number
            for tile in self.position.rack
        )

    def _nothing_fits(self) -> Found:
        return Found(self._draw(), 0, True)

    def _draw(self) -> Move:
        """Nothing is laid: the table stays as it was, or the loose tiles are put in order.

        :raises PositionError: if they cannot be; it names the fewest to take off.
        :raises TimeoutError: if that was not found out in time.
        """
        if self.position.loose is None:
            return Move((), self.position.table)
        left = None if self.deadline is None else self.deadline - time.perf_counter()
        if left is not None and left <= 0:
            raise TimeoutError
        # Needed for heaps alone, so no other question waits for it.
        from solver.advice.repair import repair

        order = repair(self.position, time_limit=left)
        if order.status == "feasible":
            raise TimeoutError
        if not order.arranged:
            raise PositionError(list(order.faults))
        return Move((), order.table)

    def _best_objective(self, effort: int) -> _Level:
        """The objective with its ties, and going out where that takes jokers more."""
        level = self._solve_objective(effort, self._most, go_out=False)
        if level.solved is None or not level.outcome.proved:
            return level
        self._most = level.outcome.objective
        kept = Counter(self.position.rack) - Counter(level.solved.played)
        if self.objective == "value" and set(kept) == {JOKER}:
            out = self._solve_objective(effort, INFINITY, go_out=True)
            if out.solved is not None or not out.outcome.proved:
                return out
        return level

    def _as_if_free(self) -> _Level | None:
        """What could be done if the jokers of the table were free; None if that is not allowed, or no help.

        That takes no time: often nothing can be laid even so, or what can be laid is legal.
        """
        if self.only is not None or kept_problem(self.position, free=True) is None:
            return None
        level = self._best_objective(_FREE)
        return level if level.outcome.proved and level.move is not None else None

    @property
    def _may_stay(self) -> bool:
        """Whether it is worth a question what can be done while the jokers of the table stay as they are."""
        history = self.position.loose is None and self.position.rules.jokers.reuse != "any"
        return history and self.position.table_tiles[JOKER] > 0

    def _with_jokers_that_stay(self) -> _Level | None:
        """A move that frees no joker and is as good as the best that a relaxation finds: then it is best."""
        if not self._may_stay or self._most == INFINITY:
            return None
        bound, best = self.bound, self.best
        try:
            level = self._solve_objective(0, self._most, go_out=False, jokers_stay=True)
        finally:
            # What is best among such moves bounds no others, and may be worse than what is known.
            self.bound = bound
            found, self.best = self.best, best
        if level.move is None or level.outcome.objective < self._most:
            return None
        kept = Counter(self.position.rack) - Counter(level.move.played)
        if self.objective == "value" and set(kept) == {JOKER}:
            return None
        self.best = found
        return level

    def _solve_objective(self, effort: int, most: float, *, go_out: bool, jokers_stay: bool = False) -> _Level:
        began = time.perf_counter()
        if effort == _FREE:
            kept = kept_problem(self.position, free=True)
        else:
            kept = None if effort or jokers_stay or self.only is not None else kept_problem(self.position)
        if kept is not None:
            problem, is_exact = kept, effort != _FREE
        else:
            problem, is_exact = build(self.position, effort=effort, jokers_stay=jokers_stay, deadline=self.deadline)
        goal = goal_of(problem, self.objective, self.joker_worth)
        problem.program.objective = dict(goal.weights)
        played = problem.count_played()
        problem.program.low[played] = len(self.position.rack) if go_out else 0
        if self.only is not None:
            problem.play_just(self.only)
        glop = kept_glop(problem)
        self._count("build", began)
        outcome = self._maximise(problem, most, glop)
        bound = goal.bound(outcome.bound) if abs(outcome.bound) < INFINITY else self.bound
        self.bound = min(self.bound, bound)
        return self._level(problem, outcome, is_exact)

    def _fewest_moved(self, level: _Level, effort: int) -> Found | None:
        """Among the moves as good as this one, one that moves fewest table tiles.

        None if the referee does not accept it, which the largest programme rules out.
        """
        assert level.solved is not None
        played = level.solved.played
        jokers = sum(tile.is_joker for tile in played)
        goal = (len(played), jokers, sum(tile.number for tile in played))
        if (effort, goal) in self._refused:
            return None
        if level.move is not None:
            self._is_tidy(goal, level.move)
        lays_off = self.position.rules.table.rearrange == "lay_off"
        if lays_off and goal not in self._most_kept and not self._is_tidiest(goal):
            self._leave_all(goal, played, effort)
        # Heirs that share one tile are first counted without being named, and new sets for freed
        # jokers do not say where else a joker lies: each may count too much.
        for single, told in ((False, False), (True, False), (True, True)):
            if self._is_tidiest(goal):
                break
            tidy = self._tidy(goal, played, effort, single=single, told=told)
            if not tidy.outcome.proved:
                return self._so_far()
            if tidy.move is None and (tidy.outcome.values is not None or goal not in self._tidiest):
                self._refused.add((effort, goal))
                return None
        if not self._is_tidiest(goal):
            return self._so_far()
        self.best = self._tidiest[goal].move
        return Found(self.best, self.bound, True)

    def _tidy(
        self,
        goal: _Goal,
        played: Sequence[Tile],
        effort: int,
        *,
        single: bool = False,
        told: bool = False,
    ) -> _Level:
        """Ask one programme for fewer moved tiles than are known, and remember what it shows."""
        began = time.perf_counter()
        problem, is_exact = build(self.position, effort=effort, told=told, deadline=self.deadline, close=False)
        heirs = Heirs(problem, single=single)
        problem.close()
        if self.only is not None:
            problem.play_just(self.only)
        keep_goal(problem, self.objective, played)
        known = self._tidiest[goal].kept if goal in self._tidiest else -INFINITY
        most = self._most_kept.get(goal, heirs.most)
        outcome = maximise(problem.program, deadline=self.deadline, enough=most, above=known)
        self._count("fewest_moved", began)
        before = self.best
        tidy = self._level(problem, outcome, is_exact)
        if tidy.move is not None and not self._is_tidy(goal, tidy.move):
            self.best = before
        if outcome.proved:
            # What a smaller programme could not keep, a larger one can't either.
            self._most_kept[goal] = outcome.objective if outcome.values is not None else int(max(known, 0))
        return tidy

    def _leave_all(self, goal: _Goal, played: Sequence[Tile], effort: int) -> None:
        """Ask, where sets are only added to, for a move that leaves each in a set of its own: no tile moves."""
        began = time.perf_counter()
        problem, _ = build(self.position, effort=effort, own_sets=True, deadline=self.deadline)
        if self.only is not None:
            problem.play_just(self.only)
        keep_goal(problem, self.objective, played)
        outcome = maximise(problem.program, deadline=self.deadline)
        self._count("fewest_moved", began)
        before = self.best
        tidy = self._level(problem, outcome, is_exact=False)
        if tidy.move is not None and not self._is_tidy(goal, tidy.move):
            self.best = before
        if outcome.proved and outcome.values is None:
            # Not even a relaxation leaves them all.
            self._most_kept[goal] = self._on_table - 1

    def _is_tidy(self, goal: _Goal, move: Move) -> bool:
        """Whether a move keeps more tiles of the table with their sets than those known; then it is remembered."""
        table = self.position.table
        kept = self._on_table - moved_tiles(table, move.table)
        better = goal not in self._tidiest or kept > self._tidiest[goal].kept
        if better:
            self._tidiest[goal] = _Tidy(kept, move)
        return better

    def _is_tidiest(self, goal: _Goal) -> bool:
        """Whether no move keeps more tiles with their sets than the best that is known."""
        return goal in self._tidiest and self._tidiest[goal].kept >= self._most_kept.get(goal, self._on_table)

    def _maximise(self, problem: Problem, most: float, glop: Glop | None) -> Outcome:
        outcome = maximise(problem.program, deadline=self.deadline, enough=most, glop=glop)
        self.stages["relaxation"] = self.stages.get("relaxation", 0.0) + outcome.relaxation_seconds
        self.stages["integers"] = self.stages.get("integers", 0.0) + outcome.seconds - outcome.relaxation_seconds
        return outcome

    def _level(self, problem: Problem, outcome: Outcome, is_exact: bool) -> _Level:
        """Read a solution and have it refereed; a legal one is the best so far.

        :raises RefereeError: if it is illegal though the programme was exact.
        """
        if outcome.values is None:
            return _Level(None, None, outcome)
        solved = problem.read(outcome.values)
        move = self._move(solved)
        if not solved.played:
            return _Level(solved, move, outcome)
        began = time.perf_counter()
        reasons = judge(self.position, move)
        self._count("referee", began)
        if reasons and is_exact:
            raise RefereeError(str(self.position), reasons)
        if reasons:
            return _Level(solved, None, outcome)
        self.best = move
        return _Level(solved, move, outcome)

    def _count(self, stage: str, since: float) -> None:
        self.stages[stage] = self.stages.get(stage, 0.0) + time.perf_counter() - since

    def _move(self, solved: Solved) -> Move:
        """The solution as a move."""
        position = self.position
        if not solved.played:
            return self._draw()
        table = [tile_set_of(placed, position.rules) for placed in solved.sets]
        if position.must_open and position.rules.opening.table == "no":
            table = [*position.table, *table]
        played = sorted(solved.played, key=lambda tile: (tile.is_joker, tile))
        return Move(tuple(played), in_places(position.table, table, join=True))
