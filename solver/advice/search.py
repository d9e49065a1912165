"""The best move: one question to the model, goal after goal, from the lowest rung of the ladder up.

The goals come one after the other, each kept before the next: go out if possible, the
objective with its ties, fewest moved tiles. Each is asked on the lowest rung first
(`model/ladder.py`) and climbs only where the referee does not accept what it finds.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from solver.advice.arrange import in_places, tile_set_of
from solver.advice.conditions import NO_CONDITIONS, Conditions
from solver.errors import PositionError, RefereeError
from solver.game.matching import moved_tiles
from solver.game.move import Move
from solver.game.objective import Objective
from solver.game.opening import opening_still_lies
from solver.game.position import Position
from solver.game.referee import judge
from solver.game.tiles import JOKER, Tile
from solver.model.backend import Outcome, maximise
from solver.model.cache import kept_relaxation
from solver.model.fewest_moved import FewestMoved
from solver.model.goals import goal_of, keep_goal
from solver.model.ladder import ANYWHERE, AS_IF_FREE, LADDER, OPENING_STAYS, STAYING, Rung, build, programme
from solver.model.problem import Problem, Solved
from solver.model.program import INFINITY

__all__ = ["Found", "Search"]


@dataclass(frozen=True)
class Found:
    """The best legal move so far, the bound of the objective, and whether all goals are proved.

    If they are not, time ran out, or `too_large` says that memory would have.
    """

    move: Move
    bound: int
    proved: bool
    too_large: bool = False


@dataclass(frozen=True)
class _OnRung:
    """One goal solved on one rung: the solution, None if there is none, and its move if the referee accepts it."""

    solved: Solved | None
    move: Move | None
    outcome: Outcome


_Worth = tuple[int, ...]
"""What the tiles played count in the objective and its ties."""


@dataclass
class _Moved:
    """What is known of the fewest moved tiles, among moves that are equally good otherwise.

    `move` is the legal one that keeps most table tiles in their sets, `kept` so many. No
    move keeps more than `most_kept`. On the rungs `refused` the answer was no legal move.
    """

    most_kept: int
    move: Move | None = None
    kept: int = -1
    refused: set[Rung] = field(default_factory=set)

    @property
    def is_settled(self) -> bool:
        """Whether no move keeps more than the one that is known."""
        return self.kept >= self.most_kept


@dataclass
class Search:
    """One question: its goals in order, its clock, and the seconds of each stage.

    With `only`, just these tiles may be played, all of them. Every move that is found keeps
    the `conditions`. With `drawn`, a number tile, all of its copies must be laid, and only moves
    are looked for that are better than to lay `known`.
    `rungs` are those of the ladder that are climbed, to its top. `rung` is the one that answered.
    """

    position: Position
    objective: Objective
    joker_worth: int
    time_limit: float | None
    fewest_moved: bool
    only: Sequence[Tile] | None = None
    drawn: Tile | None = None
    known: Sequence[Tile] = ()
    rungs: Sequence[Rung] = LADDER
    conditions: Conditions = NO_CONDITIONS
    stages: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.began = time.perf_counter()
        self.deadline = None if self.time_limit is None else self.began + self.time_limit
        self.rung = self.rungs[0]
        # The best so far: nothing but a draw, and no bound but the whole rack.
        self.best = Move((), self.position.table)
        self.bound = self._worth(self._free_rack)
        # What lower rungs have shown: no better weighted sum than this, and, by worth, what is known of moved tiles.
        self._best_weighted = INFINITY
        self._moved: dict[_Worth, _Moved] = {}

    def run(self) -> Found:
        """The best move that is found in time."""
        try:
            move = self._best_move()
            if self._may_move_tiles and move.played:
                move = self._with_fewest_moved(move)
            if self._moves_too_many(move):
                move = self._best_that_moves_few()
            if self._may_move_opening(move):
                move = self._with_opening_left_alone(move)
        except TimeoutError:
            return Found(self._best_allowed(), self.bound, False)
        except MemoryError:
            return Found(self._best_allowed(), self.bound, False, too_large=True)
        return Found(move, self.bound, True)

    def _best_allowed(self) -> Move:
        """The best so far, or a draw if that moves too many tiles."""
        return Move((), self.position.table) if self._moves_too_many(self.best) else self.best

    def _best_move(self) -> Move:
        """A legal move that is best by the objective and its ties, or a draw.

        :raises TimeoutError: if that was not found out in time.
        """
        move = self.climb()
        if move is None:
            self.bound = 0
        return move or self._draw()

    def climb(self) -> Move | None:
        """A legal move that is best by the objective and its ties; None if no tiles can be laid as asked.

        :raises TimeoutError: if that was not found out in time.
        """
        for rung in self.rungs:
            self.rung = rung
            level = self._best_objective(rung)
            if level is None:
                continue
            if level.solved is None:
                return None
            if level.move is not None:
                return level.move
            if rung is AS_IF_FREE:
                continue
            if rung is ANYWHERE and (move := self._best_that_frees_no_joker()):
                return move
        raise AssertionError("unreachable: the referee accepts what an exact programme finds")

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

        order = repair(replace(self.position, rack=self._free_rack), rack_helps=True, time_limit=left)
        if order.status == "feasible":
            raise TimeoutError
        if not order.arranged:
            raise PositionError(list(order.faults))
        if order.laid:
            laid = self.position.notation.row(order.laid)
            refused = self.conditions.refused
            raise PositionError([f"{refused} with the loose tiles, which lie in sets with {laid} of the rack"])
        return Move((), order.table)

    # --- The objective ---

    def _best_objective(self, rung: Rung) -> _OnRung | None:
        """The objective with its ties on one rung, and going out where that takes jokers more."""
        level = self._solve_objective(rung, self._best_weighted)
        if level is None or level.solved is None:
            return level
        self._best_weighted = level.outcome.objective
        if self._may_miss_going_out(level.solved.played):
            out = self._solve_objective(rung, INFINITY, go_out=True)
            if out is not None and out.solved is not None:
                return out
        return level

    def _may_miss_going_out(self, played: Sequence[Tile]) -> bool:
        """Whether what is best by the objective may leave tiles with which the player could be out: that comes first.

        Where all must be laid, only jokers that the objective spares can be such tiles; where one is kept, what is
        worth most may go with more tiles on the rack than one.
        """
        if self.position.rules.turn.least_kept:
            counts = self.objective.levels(self.position.rules, self.joker_worth)[0]
            most_tiles = all(counts.of(tile) == 1 for tile in self.position.rack)
            return not most_tiles and len(played) < self.position.most_laid
        left = Counter(self.position.rack) - Counter(played)
        return set(left) == {JOKER} and self.objective.spares_jokers(self.position.rules, self.joker_worth)

    def _best_that_frees_no_joker(self) -> Move | None:
        """A move that frees no joker and is as good as the best that a relaxation finds: then it is best."""
        asks = self.position.loose is None and self.position.rules.jokers.go_to_new_sets
        if not asks or not self.position.table_tiles[JOKER] or self._best_weighted == INFINITY:
            return None
        bound, best = self.bound, self.best
        try:
            level = self._solve_objective(STAYING, self._best_weighted)
        finally:
            # What is best among such moves bounds no others, and may be worse than what is known.
            self.bound, self.best = bound, best
        if level is None or level.move is None or level.outcome.objective < self._best_weighted:
            return None
        if self._may_miss_going_out(level.move.played):
            return None
        self.best = level.move
        return level.move

    def _solve_objective(self, rung: Rung, most: float, *, go_out: bool = False) -> _OnRung | None:
        """The objective on one rung, no more than `most`; None where the rung is not to be asked.

        :raises TimeoutError: if time ran out, after what was found in it has become the best so far.
        """
        began = time.perf_counter()
        if self.only is None and self.conditions.at_least is None:
            found = programme(self.position, rung, deadline=self.deadline)
        else:
            found = None if rung is AS_IF_FREE else build(self.position, rung, deadline=self.deadline)
        if found is None:
            return None
        problem = found.problem
        goal = goal_of(problem, self.objective, self.joker_worth)
        problem.program.objective = dict(goal.weights)
        played = problem.count_played()
        problem.program.high[played] = self.position.most_laid
        problem.program.low[played] = self.position.most_laid if go_out else 0
        self._hold(problem)
        above = hoped = -INFINITY
        if self.drawn is not None:
            problem.must_lay(self.drawn)
            if not go_out:
                # To go out comes before the objective, so only otherwise a move must be better. Most often the tile
                # that was drawn can be laid beside what is known.
                above = goal.weighted(problem, self.known)
                hoped = above + goal.weighted(problem, [self.drawn])
        with kept_relaxation(problem) as relaxation:
            self._clock("build", began)
            outcome = maximise(
                problem.program, deadline=self.deadline, enough=most, above=above, hoped=hoped, relaxation=relaxation
            )
        self._add_seconds("relaxation", outcome.relaxation_seconds)
        self._add_seconds("integers", outcome.seconds - outcome.relaxation_seconds)
        if abs(outcome.bound) < INFINITY:
            self.bound = min(self.bound, goal.bound(outcome.bound))
        level = self._level(problem, outcome, found.is_exact)
        if not outcome.proved:
            raise TimeoutError
        return level

    def _hold(self, problem: Problem) -> None:
        """Hold the tiles that are laid to what was asked."""
        conditions = self.conditions
        if self.only is not None:
            problem.play_just(self.only)
        elif conditions.at_least is not None:
            problem.hold(conditions.keep, ())
            problem.lay_some(conditions.must, conditions.at_least)
        elif conditions.hold_tiles:
            problem.hold(conditions.keep, conditions.must)

    @property
    def _free_rack(self) -> tuple[Tile, ...]:
        """The rack without the tiles that are kept there."""
        kept = self.conditions.keep
        return tuple((Counter(self.position.rack) - Counter(kept)).elements()) if kept else self.position.rack

    def _worth(self, tiles: Sequence[Tile]) -> int:
        """What tiles count in the objective."""
        return self.objective.worth(tiles, self.position.rules, self.joker_worth)

    # --- At most so many moved tiles ---

    def _moves_too_many(self, move: Move) -> bool:
        """Whether a move takes more table tiles to another set than it may."""
        most = self.conditions.max_moved
        return most is not None and bool(move.played) and moved_tiles(self.position.table, move.table) > most

    def _best_that_moves_few(self) -> Move:
        """The best move of those that move no more table tiles than they may, with the fewest.

        :raises TimeoutError: if that was not found out in time.
        """
        self.best = Move((), self.position.table)
        move = self._best_of_few(go_out=False)
        if move.played and self._may_miss_going_out(move.played):
            out = self._best_of_few(go_out=True)
            move = out if out.played else move
        self.best, self.bound = move, self._worth(move.played)
        return self._with_fewest_moved(move) if self.fewest_moved and move.played else move

    def _best_of_few(self, *, go_out: bool) -> Move:
        """The best of them by the objective and its ties, from the lowest rung up; a draw if there is none.

        :raises TimeoutError: if that was not found out in time.
        """
        for rung in LADDER[1:]:
            if (move := self._few_moved_on(rung, go_out)) is not None:
                return move
        raise AssertionError("unreachable: the referee accepts what an exact programme finds")

    def _few_moved_on(self, rung: Rung, go_out: bool) -> Move | None:
        """The same on one rung; None if the referee does not accept it.

        What stays is counted from above unless all old sets are told: the best that is found
        moves few tiles enough, or more old sets are told.
        """
        assert self.conditions.max_moved is not None
        every = frozenset(range(len(self.position.table)))
        told: frozenset[int] = frozenset()
        while True:
            began = time.perf_counter()
            problem, is_exact, fewest = self._counting_moved(rung, told)
            program = problem.program
            program.row(list(program.objective.items()), low=self._on_table - self.conditions.max_moved)
            program.objective = dict(goal_of(problem, self.objective, self.joker_worth).weights)
            played = problem.count_played()
            program.high[played] = self.position.most_laid
            program.low[played] = self.position.most_laid if go_out else 0
            self._hold(problem)
            best = self.best
            outcome = maximise(program, deadline=self.deadline)
            self._clock("fewest_moved", began)
            move = None if outcome.values is None else self._level(problem, outcome, is_exact).move
            # What is legal may still move too many.
            if move is not None and self._moves_too_many(move):
                self.best = best
            if not outcome.proved:
                raise TimeoutError
            if outcome.values is None:
                return Move((), self.position.table)
            if move is None or not self._moves_too_many(move):
                return move
            if told == every:
                return None
            told |= fewest.to_tell(outcome.values) - told or every

    # --- Fewest moved tiles ---

    @property
    def _may_move_tiles(self) -> bool:
        """Whether there are old sets that should move as little as possible."""
        position = self.position
        untouched = position.must_open and position.rules.opening.leaves_table
        return self.fewest_moved and bool(position.table) and not untouched

    @property
    def _on_table(self) -> int:
        """Tiles in the sets of the table."""
        return sum(len(tile_set.tiles) for tile_set in self.position.table)

    def _with_fewest_moved(self, move: Move) -> Move:
        """Among the moves as good as this legal one, one that moves fewest table tiles.

        :raises TimeoutError: if that was not found out in time.
        """
        self._remember(self._moved_by(move.played), move)
        for rung in LADDER[1:]:
            if best := self._fewest_moved(move.played, rung):
                return best
        # The reward of the whole programme is exact, so this is a fault of it; nothing is called proved.
        raise TimeoutError

    def _moved_by(self, played: Sequence[Tile]) -> _Moved:
        """What is known of the moves that are as good as laying these tiles."""
        levels = self.objective.levels(self.position.rules, self.joker_worth)
        worth = tuple(level.total(played) for level in levels)
        return self._moved.setdefault(worth, _Moved(self._on_table))

    def _remember(self, moved: _Moved, move: Move) -> None:
        """Remember a legal move if it keeps more table tiles in their sets than the one that is known."""
        kept = self._on_table - moved_tiles(self.position.table, move.table)
        if kept > moved.kept:
            moved.move, moved.kept = move, kept
        assert moved.move is not None
        self.best = moved.move

    def _fewest_moved(self, played: Sequence[Tile], rung: Rung) -> Move | None:
        """Among the moves as good as laying these tiles, one that moves fewest table tiles.

        None if the referee does not accept what is found on this rung.

        :raises TimeoutError: if time ran out, after what was found in it has become the best so far.
        """
        moved = self._moved_by(played)
        if rung in moved.refused:
            return None
        if self.position.rules.table.only_adds and moved.most_kept == self._on_table and not moved.is_settled:
            self._leave_all_sets(moved, played, rung)
        told: frozenset[int] = frozenset()
        while not moved.is_settled:
            more = self._move_fewer(moved, played, rung, told)
            if more is None:
                moved.refused.add(rung)
                return None
            if not moved.is_settled and more <= told:
                return None
            told |= more
        assert moved.move is not None
        self.best = moved.move
        return moved.move

    def _move_fewer(
        self, moved: _Moved, played: Sequence[Tile], rung: Rung, told: frozenset[int]
    ) -> frozenset[int] | None:
        """Ask one programme for fewer moved tiles than are known, and remember what it shows.

        It tells with which sets the old sets `told` share a single tile. Gives the old sets
        that it should tell next, or None if what it finds is no legal move.
        """
        began = time.perf_counter()
        problem, is_exact, fewest = self._counting_moved(rung, told)
        outcome = self._ask_for_played(problem, played, enough=moved.most_kept, above=moved.kept)
        self._clock("fewest_moved", began)
        level = self._level(problem, outcome, is_exact)
        if level.move is not None:
            self._remember(moved, level.move)
        if not outcome.proved:
            raise TimeoutError
        if outcome.values is None and moved.move is not None:
            # What a lower rung could not keep, a higher one can't either.
            moved.most_kept = moved.kept
            return frozenset()
        if outcome.values is None:
            return None
        moved.most_kept = outcome.objective
        if level.move is None:
            return None
        return fewest.to_tell(outcome.values)

    def _counting_moved(self, rung: Rung, told: frozenset[int]) -> tuple[Problem, bool, FewestMoved]:
        """A programme whose objective is the table tiles that stay, whether it is exact, and what counts them."""
        problem, is_exact = build(self.position, rung, close=False, deadline=self.deadline)
        try:
            fewest = FewestMoved(problem, told)
            problem.close()
        finally:
            problem.let_go()
        return problem, is_exact, fewest

    def _may_move_opening(self, move: Move) -> bool:
        """Whether the sets that open the game may lie there otherwise in the end."""
        position = self.position
        if not (self.fewest_moved and move.played and position.must_open) or position.loose is not None:
            return False
        return not position.rules.opening.leaves_table and not opening_still_lies(position, move)

    def _with_opening_left_alone(self, move: Move) -> Move:
        """A move as good as this best one that leaves its opening sets as they were laid, if there is one.

        :raises TimeoutError: if that was not found out in time.
        """
        kept = self._on_table - moved_tiles(self.position.table, move.table)
        told: frozenset[int] = frozenset()
        while True:
            began = time.perf_counter()
            problem, _, fewest = self._counting_moved(OPENING_STAYS, told)
            outcome = self._ask_for_played(problem, move.played, enough=kept, above=kept - 1)
            self._clock("fewest_moved", began)
            found = None if outcome.values is None else self._level(problem, outcome, is_exact=False).move
            self.best = move
            if found and self._on_table - moved_tiles(self.position.table, found.table) >= kept:
                self.best = found
                return found
            if not outcome.proved:
                raise TimeoutError
            more = frozenset() if outcome.values is None else fewest.to_tell(outcome.values)
            if more <= told:
                return move
            told |= more

    def _leave_all_sets(self, moved: _Moved, played: Sequence[Tile], rung: Rung) -> None:
        """Ask, where sets are only added to, for a move that leaves each in a set of its own: no tile moves."""
        began = time.perf_counter()
        problem, _ = build(self.position, rung.without_shared_sets(), deadline=self.deadline)
        outcome = self._ask_for_played(problem, played)
        self._clock("fewest_moved", began)
        level = self._level(problem, outcome, is_exact=False)
        if level.move is not None:
            self._remember(moved, level.move)
        if outcome.proved and outcome.values is None:
            # Not even a relaxation leaves them all.
            moved.most_kept = self._on_table - 1

    def _ask_for_played(
        self, problem: Problem, played: Sequence[Tile], *, enough: float = INFINITY, above: float = -INFINITY
    ) -> Outcome:
        """Solve a programme in which what is laid is as good as these tiles."""
        self._hold(problem)
        keep_goal(problem, self.objective, self.joker_worth, played)
        return maximise(problem.program, deadline=self.deadline, enough=enough, above=above)

    # --- Moves ---

    def _level(self, problem: Problem, outcome: Outcome, is_exact: bool) -> _OnRung:
        """Read a solution and have it refereed; a legal one is the best so far.

        :raises RefereeError: if it is illegal though the programme was exact.
        """
        if outcome.values is None:
            return _OnRung(None, None, outcome)
        solved = problem.read(outcome.values)
        move = self._move(solved)
        if not solved.played:
            return _OnRung(solved, move, outcome)
        began = time.perf_counter()
        reasons = judge(self.position, move, deadline=self.deadline)
        self._clock("referee", began)
        if reasons and is_exact:
            raise RefereeError(str(self.position), reasons)
        if reasons:
            return _OnRung(solved, None, outcome)
        self.best = move
        return _OnRung(solved, move, outcome)

    def _move(self, solved: Solved) -> Move:
        """The solution as a move."""
        position = self.position
        if not solved.played:
            return self._draw()
        table = [tile_set_of(placed, position.rules) for placed in solved.sets]
        if position.must_open and position.rules.opening.leaves_table:
            table = [*position.table, *table]
        played = sorted(solved.played, key=lambda tile: (tile.is_joker, tile))
        return Move(tuple(played), in_places(position.table, table, join=True))

    def _clock(self, stage: str, since: float) -> None:
        self._add_seconds(stage, time.perf_counter() - since)

    def _add_seconds(self, stage: str, seconds: float) -> None:
        self.stages[stage] = self.stages.get(stage, 0.0) + seconds
