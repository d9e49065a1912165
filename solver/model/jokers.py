"""Jokers on the table: kept or freed, replaced by tokens, moved to new sets.

A kept joker lies on a joker place of its kind whose tile it may stand for. A freed one
uses up tokens (the tiles that replace it) and, where the rules say so, goes to a new
set: a *host*. Where a set stays together while its joker is kept, the set that comes of
it is its *successor*.
"""

from __future__ import annotations

from functools import partial

from solver.game.sets import GROUP, RUN
from solver.game.tiles import Tile
from solver.model.columns import SetColumn
from solver.model.hosts import Hosts, new_set_parts
from solver.model.joker_classes import JokerClass, joker_classes
from solver.model.network import Placed
from solver.model.problem import Problem
from solver.model.program import Term
from solver.model.successors import Successors, successor_parts

__all__ = ["JokerHistory"]


class JokerHistory:
    """The rules of the jokers that lay on the table.

    With `hosts=False` a freed joker may go anywhere: a relaxation, exact where
    `jokers.reuse = any` or where no joker comes free.
    """

    def __init__(self, problem: Problem, *, hosts: bool = True, told: bool = False) -> None:
        self.problem = problem
        self.rules = problem.rules.jokers
        self.classes = joker_classes(problem)
        self.freed: list[int] = []
        self.kept: list[dict[Tile, int]] = []
        # In a set that stays together, which joker stays where is told by the set.
        locked = self.rules.set_with_joker == "locked"
        program = problem.program
        for joker in self.classes:
            freed = program.column(self._most_freed(joker))
            # Of equally good moves one that leaves jokers where they are is more often legal.
            program.favoured[freed] = -10
            program.branch_first[freed] = 3
            self.freed.append(freed)
            self.kept.append({} if locked else {tile: program.column(joker.count) for tile in joker.stands_for})
        wanted = {(joker.kind, tile) for joker in self.classes for tile in joker.stands_for if not locked}
        for kind, tile in sorted(wanted):
            if kind == GROUP:
                problem.layout.network.group_jokers(tile.colour, tile.number)
        self.most_freed = int(sum(program.high[column] for column in self.freed))
        self.hosts = Hosts(problem, self.most_freed, wanted, self.add) if hosts and self.rules.reuse != "any" else None
        self.successors = Successors(problem, self.classes, self.add) if locked else None
        if self.hosts is not None and self.most_freed:
            self.hosts.add_all(told)
        if self.successors is not None:
            self.successors.add_all()

    def add(self, column: SetColumn) -> int:
        """Add an explicit set with the part that it plays in the jokers' history."""
        self.problem.layout.with_part.append((column.placed, frozenset(), partial(self.add_again, column)))
        return self.add_again(column)

    def add_again(self, column: SetColumn) -> int:
        """Add one more column for a set that was added before."""
        index = self.problem.layout.add_set(column, self.most_freed if column.freed and not column.holds else 1)
        if column.freed and self.hosts is not None:
            self.hosts.claim(index, column)
        if column.kept and self.successors is not None:
            self.successors.claim(index, column)
        return index

    def parts(self, placed: Placed) -> list[SetColumn]:
        """The parts that a given set may play: host or successor."""
        columns = []
        if self.hosts is not None and self.most_freed:
            columns += new_set_parts(self.problem, placed, self.most_freed)
        if self.successors is not None:
            columns += list(successor_parts(self.problem, placed, self.classes))
        return columns

    @property
    def may_be_freed(self) -> bool:
        """Whether any joker can come free at all."""
        return self.most_freed > 0

    @property
    def has_hosts(self) -> bool:
        """Whether there are new sets for freed jokers to tell from others."""
        return self.hosts is not None and self.may_be_freed

    def free_none(self) -> None:
        """Keep all jokers of the table where they stand for what they stood for."""
        for column in self.freed:
            self.problem.program.high[column] = 0

    def close(self) -> None:
        """Write the rows, once all explicit sets are there."""
        self._keep()
        if self.hosts is not None:
            self.hosts.close(self.freed)
        if self.rules.freed_by == "replacing":
            self._replace()

    def _most_freed(self, joker: JokerClass) -> int:
        """How many of a class can come free, for lack of tokens."""
        if self.rules.freed_by == "rearranging":
            return joker.count
        tokens = [self._tokens_at(tile) for tile in joker.stands_for]
        if not tokens:
            return 0
        return min(joker.count, min(tokens) if joker.every else sum(tokens))

    def _tokens_at(self, tile: Tile) -> int:
        c, v = tile.colour, tile.number
        from_table = self.rules.replaced_from == "rack_or_table"
        return self.problem.stock[c][v] if from_table else self.problem.rack[c][v]

    def _keep(self) -> None:
        """Every joker is kept or freed, and kept ones find their places."""
        program = self.problem.program
        wanted: dict[tuple[str, Tile], list[Term]] = {}
        for i, joker in enumerate(self.classes):
            kept: list[Term] = [(column, 1) for column in self.kept[i].values()]
            if self.successors is not None:
                kept += self.successors.kept[i]
            program.equal([*kept, (self.freed[i], 1)], joker.count)
            for tile, column in self.kept[i].items():
                wanted.setdefault((joker.kind, tile), []).append((column, 1))
        if self.successors is not None:
            self.successors.close()
        for (kind, tile), terms in wanted.items():
            places = self.problem.layout.joker_places(kind, tile.colour, tile.number)
            others = self.hosts.kept_beside(tile) if kind == RUN and self.hosts is not None else []
            program.row(terms + others + [(column, -count) for column, count in places], high=0)

    def _replace(self) -> None:
        """Each freed joker uses up tokens that lie outside its own set."""
        problem, program = self.problem, self.problem.program
        used: dict[Tile, list[Term]] = {}
        of_set: dict[tuple[int, Tile], list[Term]] = {}
        for i, joker in enumerate(self.classes):
            taken: list[Term] = []
            for tile in joker.stands_for:
                most = self._tokens_at(tile)
                if joker.every:
                    column = self.freed[i]
                elif most:
                    column = program.column(min(most, joker.count))
                    taken.append((column, 1))
                else:
                    continue
                used.setdefault(tile, []).append((column, 1))
                of_set.setdefault((joker.old_set, tile), []).append((column, 1))
            if not joker.every:
                program.equal([*taken, (self.freed[i], -1)], 0)
        from_rack = self.hosts.rack_tiles() if self.hosts is not None else {}
        table_too = self.rules.replaced_from == "rack_or_table"
        for tile in sorted(used.keys() | from_rack.keys()):
            c, v = tile.colour, tile.number
            played: list[Term] = [(problem.played[c, v], -1)] if (c, v) in problem.played else []
            taken, hosted = used.get(tile, []), from_rack.get(tile, [])
            program.row(taken + hosted + played, high=problem.table[c][v] if table_too else 0)
            if table_too and hosted:
                program.row(hosted + played, high=0)
        if table_too:
            for (old_set, tile), terms in of_set.items():
                own = self.problem.position.table[old_set].tiles.count(tile) if old_set >= 0 else 0
                if own:
                    c, v = tile.colour, tile.number
                    played = [(problem.played[c, v], -1)] if (c, v) in problem.played else []
                    hosted = from_rack.get(tile, [])
                    program.row(terms + hosted + played, high=problem.table[c][v] - own)
