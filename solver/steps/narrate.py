"""A plan carried out on a table of tiles, each movement said in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from solver.deadline import Deadline
from solver.game.played import PlayedMove
from solver.game.sets import RUN, TileSet
from solver.game.tiles import JOKER, Tile, count_tiles
from solver.steps.haste import Haste
from solver.steps.held_jokers import held_in
from solver.steps.movements import Movement
from solver.steps.plan import Plan, opening_choices
from solver.steps.readings import lay_out
from solver.steps.step import HEAP, RACK, Step

__all__ = ["Way", "steps_in_time", "steps_of"]


class Way(NamedTuple):
    """The steps of a move. With `cut_short` time ran out: there may be fewer or better ones, or there are none here."""

    steps: tuple[Step, ...]
    cut_short: bool


def steps_of(played: PlayedMove) -> tuple[Step, ...]:
    """The hand movements that carry out a legal move.

    They are as few as the search finds, and in an order in which few tables in between
    are broken. Opening sets are laid first, and a joker that must be replaced is replaced
    before it is laid elsewhere. The same move always gives the same steps.

    :raises ValueError: if the new table is not made of the old one and the tiles laid.
    """
    return steps_in_time(played, None).steps


def steps_in_time(played: PlayedMove, deadline: Deadline) -> Way:
    """The steps of a legal move as `steps_of` gives them, if there is time to work them out until `deadline`.

    :raises ValueError: as `steps_of` does.
    """
    position, move = played.position, played.move
    if position.table_tiles + count_tiles(move.played) != count_tiles(t for s in move.table for t in s.tiles):
        raise ValueError(f"{move} is no move in {position}: the old table and the tiles laid do not make the new one")
    haste = Haste.until(deadline)
    try:
        plan = _shortest_plan(played, haste)
        return Way(tuple(_Narrator(plan).steps(haste)), haste.cut_short)
    except TimeoutError:
        return Way((), True)


def _shortest_plan(played: PlayedMove, haste: Haste) -> Plan:
    """Of the openings that may come first, the plan that needs fewest steps."""
    best: Plan | None = None
    for opening in opening_choices(played, haste):
        if best is not None and haste.is_over(haste.fewer):
            break
        plan = Plan(played, opening, haste)
        if best is None or plan.count < best.count:
            best = plan
    assert best is not None
    return best


class _Narrator:
    """Carries out a plan on a table of tiles and says what is done."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.notation = plan.played.position.notation
        self._words = self.notation.row
        self.table: dict[int, tuple[Tile, ...]] = {}
        self.whole: dict[int, bool] = {}
        for i, tile_set in plan.old.items():
            # The joker of a group shows no colour: one that nobody touches is read as in the new table at once.
            self.table[i] = tile_set.tiles if i in plan.played.changed else plan.new[i].tiles
            self.whole[i] = True
        self.made = 0
        self.left = Counter(place for m in plan.movements for place in (m.source, m.target))
        self.missing = Counter((r.joker.home, r.joker.place) for m in plan.movements for r in m.replaces)
        jokers = [(leg.source, leg.at) for m in plan.movements for leg in m.legs if leg.tile == JOKER]
        self.leaving = set(jokers)
        self.leaves = Counter(source for source, _ in jokers)

    def steps(self, haste: Haste) -> Iterator[Step]:
        """:raises TimeoutError: if no time is left."""
        for i, tile_set in self.plan.opening.items():
            yield self._open(i, tile_set)
        for movement in self.plan.movements:
            haste.check()
            yield self._step(movement)
        for i in self.plan.shifts:
            yield self._shift(i)

    def _open(self, number: int, tile_set: TileSet) -> Step:
        self.table[number], self.whole[number] = tile_set.tiles, True
        tiles = tuple(tile.bare for tile in tile_set.tiles)
        text = f"Open with {self._words(tiles)} from your rack as new set {number}"
        text += f"{self._stand_note(RACK, tiles, (), tile_set.tiles)}."
        return replace(self._made("form", tiles, RACK, number, True, text), opens=True)

    def _shift(self, number: int) -> Step:
        before, after = self.table[number], self.plan.new[number].tiles
        self.table[number] = after
        tiles = _out_of_order([tile.bare for tile in before], [tile.bare for tile in after])
        where = f"set {number} ({self._words(before)})"
        if tiles:
            text = f"Move {self._words(tiles)} within {where}, which becomes {self._words(after)}"
        else:
            tiles = [JOKER] * max(1, (_jokers(after) - _jokers(before)).total())
            text = f"Read {self._words(tiles)} in {where} anew, which becomes {self._words(after)}"
        text += f"{self._stand_note(number, (), before, after)}."
        return self._made("shift", tuple(tiles), number, number, False, text)

    def _step(self, movement: Movement) -> Step:
        source, target = movement.source, movement.target
        is_new = target not in self.table
        before_source = self.table.get(source, ())
        before_target = self.table.get(target, ())
        was_whole = bool(before_target) and self.whole[target]
        taken = self._take(movement)
        self._lay(movement)
        freed = self._replace(movement)
        self.made |= 1 << self.plan.numbers[id(movement)]
        for place in (source, target):
            self.left[place] -= 1
            if place > 0:
                self._settle(place, bool(freed) and place == target)
        action = self._action(movement, is_new, was_whole, freed)
        text = self._text(movement, is_new, before_source, before_target, taken, freed)
        return self._made(action, tuple(movement.tiles), source, target, is_new, text)

    def _take(self, movement: Movement) -> list[Tile]:
        """Take the tiles from where they lie; gives them with what jokers stood for there."""
        if movement.source <= 0:
            return movement.tiles
        lying = list(self.table[movement.source])
        taken = []
        for leg in movement.legs:
            tile = leg.tile
            if tile == JOKER:
                old = self.plan.change.old[movement.source].tiles
                was = old[leg.at] if leg.at < len(old) else JOKER
                # One that does not stand for that any more lies free, if another one stands for something.
                tile = next((t for t in (was, JOKER) if t in lying), None) or next(t for t in lying if t.is_joker)
                self.leaves[movement.source] -= 1
            lying.remove(tile)
            taken.append(tile)
        self.table[movement.source] = tuple(lying)
        return taken

    def _lay(self, movement: Movement) -> None:
        new = self.plan.change.new.get(movement.target)
        laid = [new.tiles[leg.to] if new and leg.tile == JOKER else leg.tile for leg in movement.legs]
        self.table[movement.target] = (*self.table.get(movement.target, ()), *laid)

    def _replace(self, movement: Movement) -> list[tuple[Tile, ...]]:
        """Set jokers free for which all tiles lie there now; gives those tiles for each.

        A joker of a run that moves on later is free as well once its own tile lies there.
        """
        lying = list(self.table[movement.target])
        old = self.plan.change.old.get(movement.target)
        placed = enumerate(old.tiles if old and old.kind == RUN else ())
        leaving = {t.natural: t for at, t in placed if t.is_joker and (movement.target, at) in self.leaving}
        freed: list[tuple[Tile, ...]] = []
        for replacement in movement.replaces:
            joker = replacement.joker.home, replacement.joker.place
            self.missing[joker] -= 1
            if not self.missing[joker] and old:
                stood = old.tiles[replacement.joker.place]
                if stood not in lying:
                    stood = next(tile for tile in lying if tile.is_joker and tile != JOKER)
                lying[lying.index(stood)] = JOKER
                freed.append(replacement.joker.wanted if replacement.joker.takes_all else (replacement.tile,))
        for leg in movement.legs:
            if leg.replaces is None and leaving.get(leg.tile) in lying:
                lying[lying.index(leaving[leg.tile])] = JOKER
                freed.append((leg.tile,))
        self.table[movement.target] = tuple(lying)
        return freed

    def _settle(self, number: int, has_replaced: bool) -> None:
        """Put the tiles of a place in order and read them.

        Free jokers lie beside their set until they leave it. Those that never do are part
        of it again from the next movement on, which is when `has_replaced` is False.
        """
        lying = self.table[number]
        new = self.plan.change.new.get(number)
        if not lying:
            self.whole[number] = True
        elif not self.left[number] and new:
            self.table[number], self.whole[number] = new.tiles, True
        else:
            inside = [tile for tile in lying if tile != JOKER]
            free = len(lying) - len(inside)
            if new and not has_replaced:
                back = max(0, free - self.leaves[number])
                inside += list((_jokers(new.tiles) - _jokers(inside)).elements())[:back]
                free = len(lying) - len(inside)
            stay = [*held_in(number, self.made, self.plan.held)]
            rest, self.whole[number] = lay_out(inside, self.rules, stay)
            self.table[number] = (*rest, *[JOKER] * free)

    def _action(self, movement: Movement, is_new: bool, was_whole: bool, freed: Sequence[tuple[Tile, ...]]) -> str:
        source, target = movement.source, movement.target
        if freed:
            return "replace"
        if source <= 0:
            if is_new:
                return "form"
            return "extend" if was_whole and self.whole[target] else "lay"
        if is_new:
            return "split" if self.whole[target] and self.whole[source] and self.table[source] else "form"
        return "take" if self.table[source] else "join"

    def _text(
        self,
        movement: Movement,
        is_new: bool,
        before_source: Sequence[Tile],
        before_target: Sequence[Tile],
        taken: Sequence[Tile],
        freed: Sequence[tuple[Tile, ...]],
    ) -> str:
        source, target = movement.source, movement.target
        after = self.table[target]
        them = "it" if len(taken) == 1 else "them"
        # Of several jokers it must be said which; one that lies beside its set stands for nothing.
        which = len(_jokers(before_source)) > 1
        what = self._words(tile if which else tile.bare for tile in taken)
        if source == RACK:
            text = f"{'Open with' if self.plan.opens and is_new else 'Lay'} {what} from your rack"
        elif source == HEAP:
            text = f"Take {what} from the heap and lay {them}"
        elif self.table[source]:
            text = f"Take {what} from set {source} ({self._words(before_source)}) and lay {them}"
        else:
            text = f"Take all of set {source} ({self._words(before_source)}) and lay it"
        inside = [tile for tile in after if tile != JOKER]
        if before_target:
            text += f" on set {target}, which {'becomes' if self.whole[target] else 'for now is'} {self._words(inside)}"
        elif self.whole[target]:
            text += f" as {'new ' * is_new}set {target}"
        else:
            text += f" as the start of {'new ' * is_new}set {target}"
        if freed:
            tiles = [tile for replacing in freed for tile in replacing]
            one = len(freed) == 1
            text += f"; {self._listed(tiles)} replace{'s' * (len(tiles) == 1)} its joker{'s' * (not one)}"
            if JOKER in after:
                text += f", which {'lies' if one else 'lie'} free beside it"
        text += self._stand_note(source, taken, before_target, after)
        if source > 0 and (rest := [tile for tile in self.table[source] if tile != JOKER]):
            if not self.whole[source]:
                text += f"; set {source} for now is {self._words(rest)}"
            elif _jokers(rest) - _jokers(before_source):
                text += f"; set {source} is now {self._words(rest)}"
        return text + "."

    def _stand_note(self, source: int, taken: Sequence[Tile], before: Sequence[Tile], after: Sequence[Tile]) -> str:
        """What jokers stand for that did not stand for it before."""
        news = [t.natural for t in (_jokers(after) - _jokers([*before, *taken])).elements() if t != JOKER]
        if not news:
            return ""
        now = "" if source == RACK and len(news) <= list(taken).count(JOKER) else "now "
        if len(news) == 1:
            return f"; the joker {now}stands for {self.notation.tile(news[0])}"
        return f"; the jokers {now}stand for {self._listed(news)}"

    def _listed(self, tiles: Sequence[Tile]) -> str:
        """`K7`, `K7 and R7`, `K7, R7 and O7`."""
        *most, last = self.notation.texts(tiles)
        return f"{', '.join(most)} and {last}" if most else last

    def _made(self, action: str, tiles: tuple[Tile, ...], source: int, target: int, is_new: bool, text: str) -> Step:
        table = tuple((i, self.table[i]) for i in sorted(self.table) if self.table[i])
        broken = sum(not self.whole[i] for i, _ in table)
        return Step(action, tiles, source, target, is_new, table, broken, text)


def _jokers(tiles: Sequence[Tile]) -> Counter[Tile]:
    return Counter(tile for tile in tiles if tile.is_joker)


def _out_of_order(before: Sequence[Tile], after: Sequence[Tile]) -> list[Tile]:
    """The fewest tiles that must be moved within a row to turn it into another of the same tiles."""
    longest: list[list[tuple[Tile, ...]]] = [[() for _ in range(len(after) + 1)] for _ in range(len(before) + 1)]
    for i, one in enumerate(before):
        for j, other in enumerate(after):
            skip = max(longest[i][j + 1], longest[i + 1][j], key=len)
            longest[i + 1][j + 1] = (*longest[i][j], one) if one == other else skip
    return list((Counter(after) - Counter(longest[-1][-1])).elements())
