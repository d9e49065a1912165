"""Jokers on the table: kept where they stand for what they stood for, or freed.

A kept joker lies in a set of its kind on a place whose tile it may stand for. A freed
one is replaced by tiles that it may stand for, where the rules ask for that, and goes
where they allow (`freed_joker_sets`). Where a set stays together while its joker is
kept, the joker is kept in the set that comes of it (`locked_sets`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from solver.game.tiles import Tile
from solver.model.network.network import OwnSets
from solver.model.problem import Problem
from solver.model.program import Term
from solver.model.rules.freed_joker_sets import FreedJokerSets
from solver.model.rules.locked_sets import LockedSets

__all__ = ["JokerClass", "TableJokers"]


@dataclass(frozen=True)
class JokerClass:
    """Table jokers that no rule tells apart.

    `stands_for` are the tiles that each of them may stand for; `old_set` is the index of
    their set where the rules need it, else -1; `to_all` says that a freed one is replaced
    by one of each tile in `stands_for` instead of by one of them.
    """

    kind: str
    stands_for: tuple[Tile, ...]
    to_all: bool
    old_set: int
    count: int


class TableJokers:
    """The rules of the jokers that lay on the table.

    With `tells_new_sets=False` a freed joker may go anywhere: a relaxation, exact where the
    rules allow that or where no joker comes free.
    """

    def __init__(self, problem: Problem, *, tells_new_sets: bool = True) -> None:
        self.problem = problem
        self.rules = problem.rules.jokers
        self.classes = _classes(problem)
        program = problem.program
        self.freed = [program.column(self._most_freed(joker)) for joker in self.classes]
        self.most_freed = int(sum(program.high[column] for column in self.freed))
        for column in self.freed:
            # Of equally good moves one that leaves jokers where they are is more often legal.
            program.favoured[column] = -10
            program.branch_first[column] = 3
        # In a set that stays together, which joker stays where is told by the set.
        self.locked = LockedSets(problem, self.classes) if self.rules.lock_their_set else None
        self.kept: list[dict[Tile, int]] = [
            {} if self.locked else {tile: program.column(joker.count) for tile in joker.stands_for}
            for joker in self.classes
        ]
        may_keep = {(joker.kind, tile) for joker, kept in zip(self.classes, self.kept, strict=True) for tile in kept}
        for kind, tile in sorted(may_keep):
            problem.network.jokers_for(kind, tile.colour, tile.number)
        self.new_sets: FreedJokerSets | None = None
        if self.rules.go_to_new_sets and self.most_freed and tells_new_sets:
            self.new_sets = FreedJokerSets(problem, self.most_freed, may_keep)
            self.new_sets.add_all()
        if self.locked is not None:
            self.locked.add_all()
        problem.at_close.append(self._write)

    @property
    def may_be_freed(self) -> bool:
        """Whether any joker can come free at all."""
        return self.most_freed > 0

    def free_none(self) -> None:
        """Keep all jokers of the table where they stand for what they stood for."""
        for column in self.freed:
            self.problem.program.high[column] = 0

    def may_play_parts(self, sets: OwnSets, *, is_old: bool) -> None:
        """Let one set that holds old ones, by another rule, keep jokers or, unless it `is_old`, receive freed ones."""
        if self.new_sets is not None and not is_old:
            self.new_sets.may_receive(sets)
        if self.locked is not None:
            self.locked.may_keep(sets)

    def _most_freed(self, joker: JokerClass) -> int:
        """How many of a class can come free, for lack of tiles that replace them."""
        if not self.rules.need_replacing:
            return joker.count
        at_hand = [self._replacements(tile) for tile in joker.stands_for]
        return min(joker.count, min(at_hand) if joker.to_all else sum(at_hand))

    def _replacements(self, tile: Tile) -> int:
        """How many tiles there are that may replace a joker as `tile`."""
        at_hand = self.problem.stock if self.rules.replaced_from_table else self.problem.rack
        return at_hand[tile.colour][tile.number]

    def _write(self) -> None:
        """Write the rows, once all sets are there."""
        self._keep()
        if self.new_sets is not None:
            self.new_sets.close(self.freed)
        if self.rules.need_replacing:
            self._replace()

    def _keep(self) -> None:
        """Every joker is kept or freed, and kept ones find their places."""
        problem, program = self.problem, self.problem.program
        wanted: dict[tuple[str, Tile], list[Term]] = {}
        for i, joker in enumerate(self.classes):
            kept: list[Term] = [(column, 1) for column in self.kept[i].values()]
            if self.locked is not None:
                kept += self.locked.kept[i]
            program.equal([*kept, (self.freed[i], 1)], joker.count)
            for tile, column in self.kept[i].items():
                wanted.setdefault((joker.kind, tile), []).append((column, 1))
        if self.locked is not None:
            self.locked.close()
        for (kind, tile), terms in wanted.items():
            places = problem.network.jokers_for(kind, tile.colour, tile.number)
            taken = self.new_sets.jokers_for(kind, tile) if self.new_sets is not None else []
            program.row(terms + taken + [(column, -count) for column, count in places], high=0)

    def _replace(self) -> None:
        """Each freed joker uses up tiles that replace it, from outside its own set."""
        problem, program = self.problem, self.problem.program
        used: dict[Tile, list[Term]] = {}
        of_set: dict[tuple[int, Tile], list[Term]] = {}
        for freed, joker in zip(self.freed, self.classes, strict=True):
            taken: list[Term] = []
            for tile in joker.stands_for:
                most = self._replacements(tile)
                if joker.to_all:
                    column = freed
                elif most:
                    column = program.column(min(most, joker.count))
                    taken.append((column, 1))
                else:
                    continue
                used.setdefault(tile, []).append((column, 1))
                of_set.setdefault((joker.old_set, tile), []).append((column, 1))
            if not joker.to_all:
                program.equal([*taken, (freed, -1)], 0)
        from_rack = self.new_sets.rack_tiles if self.new_sets is not None else {}
        from_table = self.rules.replaced_from_table
        for tile in sorted(used.keys() | from_rack.keys()):
            on_table = problem.table[tile.colour][tile.number] if from_table else 0
            self._supply(tile, used.get(tile, []), on_table)
            if from_table and tile in from_rack:
                self._supply(tile, [], 0)
        for (old_set, tile), terms in of_set.items() if from_table else ():
            own = problem.position.table[old_set].tiles.count(tile) if old_set >= 0 else 0
            if own:
                self._supply(tile, terms, problem.table[tile.colour][tile.number] - own)

    def _supply(self, tile: Tile, used: list[Term], on_table: int) -> None:
        """What replaces jokers as `tile`, beside what new sets must get from the rack, is laid or `on_table`."""
        cell = (tile.colour, tile.number)
        played: list[Term] = [(self.problem.played[cell], -1)] if cell in self.problem.played else []
        from_rack = self.new_sets.rack_tiles.get(tile, []) if self.new_sets is not None else []
        self.problem.program.row(used + from_rack + played, high=on_table)


def _classes(problem: Problem) -> list[JokerClass]:
    """The jokers on the table, by class, in the order of their sets."""
    rules = problem.rules
    found: Counter[tuple[str, tuple[Tile, ...], bool, int]] = Counter()
    for i, old in enumerate(problem.position.table):
        for joker in old.tiles:
            if joker.is_joker:
                stands_for = old.may_stand_for(joker, rules)
                # A set that holds a copy of what its joker stands for (a run that goes round) cannot supply it.
                own = rules.jokers.lock_their_set or any(tile in old.tiles for tile in stands_for)
                to_all = rules.frees_only_to_all(old.kind, len(old.tiles))
                found[old.kind, stands_for, to_all, i if own else -1] += 1
    return [JokerClass(*key, count) for key, count in found.items()]
