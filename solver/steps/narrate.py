"""The road from the old table and rack to the new table, one hand movement after the other.

A movement takes a block of tiles that lie together from the rack or a set and lays it in
one other place. Sets have the numbers that the player sees: the old sets 1 to n in the
order of the position, new sets the numbers after that in the order of the new table. An
old set's heir keeps its number; the number of a set that disappears stays unused.

`transport` says which tile goes where, `joker_accounts` what replaces which joker, and
`ordering` what comes first. Here it is all put together and said in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from typing import Any

from solver.advice.holding import held_in, holdings
from solver.advice.joker_accounts import Account, joker_accounts, old_jokers
from solver.advice.lying import lay_out
from solver.advice.ordering import best_order
from solver.advice.transport import HEAP, RACK, Layout, Movement, fewest_movements
from solver.game.heirs import as_it_lies, find_heirs, numbered
from solver.game.move import Move
from solver.game.position import Position
from solver.game.referee import best_opening, opening_worth
from solver.game.rules import Rules
from solver.game.sets import RUN, TileSet
from solver.game.tiles import JOKER, Tile, count_tiles

__all__ = ["Step", "steps_of"]

_MOST_READINGS = 4
"""Ways to lay the jokers of the opening sets that are worked out."""

_MOST_ACCOUNTS = 12
"""Accounts of the jokers that are worked out; more than a few exist only with many jokers on the table."""


@dataclass(frozen=True)
class Step:
    """One hand movement.

    `action` is one of

    - `form`: lay tiles from the rack or a heap as a new set or the start of one, or start one with tiles of a set;
    - `extend`: lay tiles from the rack on a set that stays one;
    - `lay`: lay tiles from the rack on a set that is not one yet, or not any more for the moment;
    - `split`: take tiles off a set as a new set, both being sets;
    - `take`: take tiles from one set to another;
    - `join`: lay all that is left of a set on another;
    - `replace`: lay a tile in the place of a joker, which is free then and lies beside the set;
    - `shift`: move tiles within their set; only where nothing else is done to the set.

    `source` and `target` are set numbers; `RACK` (0) and `HEAP` (-1) can only be sources.
    `table` has every set that lies there afterwards with its number; a joker that has been
    replaced and waits beside its set is the last tile of it and stands for nothing.
    `broken` counts the sets of `table` that are not legal without such jokers; `opens` says that
    an opening set is laid.
    """

    action: str
    tiles: tuple[Tile, ...]
    source: int
    target: int
    is_new: bool
    table: tuple[tuple[int, tuple[Tile, ...]], ...]
    broken: int
    text: str
    opens: bool = False

    @property
    def tiles_laid(self) -> tuple[Tile, ...]:
        """The set at `target` afterwards."""
        return dict(self.table)[self.target]

    def to_json(self) -> dict[str, Any]:
        """The JSON form; `numbers` are the numbers of the sets in `table`."""
        return {
            "action": self.action,
            "tiles": [str(tile) for tile in self.tiles],
            "from": {RACK: {"rack": True}, HEAP: {"heap": True}}.get(self.source, {"set": self.source}),
            "to": {"set": self.target, "new": True} if self.is_new else {"set": self.target},
            "table": [[str(tile) for tile in tiles] for _, tiles in self.table],
            "numbers": [number for number, _ in self.table],
            "broken": self.broken,
            "text": self.text,
        }


def steps_of(position: Position, move: Move) -> tuple[Step, ...]:
    """The hand movements that carry out `move`, a legal move in `position`.

    They are as few as the search finds, and in an order in which few tables in between
    are broken. Opening sets are laid first, and a joker that must be replaced is replaced
    before it is laid elsewhere. The same move always gives the same steps.

    :raises ValueError: if the new table is not made of the old one and the tiles laid.
    """
    if position.table_tiles + count_tiles(move.played) != count_tiles(t for s in move.table for t in s.tiles):
        raise ValueError(f"{move} is no move in {position}: the old table and the tiles laid do not make the new one")
    plans = [_Plan(position, move, opening) for opening in _openings(position, move)]
    plan = min(plans, key=lambda plan: plan.count)
    return tuple(_Narrator(plan).steps())


# --- The opening ---


def _openings(position: Position, move: Move) -> list[list[TileSet]]:
    """The opening sets that may be laid first, where the turn goes on with the table after that."""
    rules = position.rules
    if not position.must_open or rules.opening.table == "no" or position.loose is not None:
        return [[]]
    laid = count_tiles(move.played)
    ready = []
    for tile_set in sorted(move.table, key=lambda s: (-s.value, s.kind, s.tiles)):
        tiles = count_tiles(tile_set.tiles)
        if tiles <= laid and not (tile_set.joker_count and rules.opening.joker == "forbidden"):
            laid -= tiles
            ready.append(tile_set)
    choices = _enough_to_open(ready, rules) or _enough_to_open(best_opening(move.played, rules), rules)
    choices = choices or [best_opening(move.played, rules)]
    # Where a joker lies in a run makes no difference to the opening, but some to what follows.
    read = (product(*[_as_laid(tile_set, rules) for tile_set in chosen]) for chosen in choices)
    return [list(sets) for chosen in read for sets in islice(chosen, _MOST_READINGS)]


def _as_laid(tile_set: TileSet, rules: Rules) -> list[TileSet]:
    """A set as it is, then in all other orders in which it is one of the same kind."""
    if tile_set.kind != RUN or not tile_set.joker_count:
        return [tile_set]
    bare = [tile.bare for tile in tile_set.tiles]
    others = [other for other in TileSet.readings(bare, rules) if other.kind == RUN and other != tile_set]
    return [tile_set, *others]


def _enough_to_open(sets: Sequence[TileSet], rules: Rules) -> list[list[TileSet]]:
    """The smallest selections of `sets` that are an opening."""
    for size in range(1, len(sets) + 1):
        found = [list(chosen) for chosen in combinations(sets, size) if _opens(chosen, rules)]
        if found:
            return found[:6]
    return []


def _opens(sets: Sequence[TileSet], rules: Rules) -> bool:
    least = max(3, rules.sets.min_run)
    if rules.opening.needs_run and not any(s.kind == RUN and len(s.tiles) >= least for s in sets):
        return False
    return opening_worth(sets, rules) >= rules.opening.points


# --- The plan: which movements, and in which order ---


class _Plan:
    """What lies where before and after, by number, and the movements in between."""

    def __init__(self, position: Position, move: Move, opening: Sequence[TileSet]) -> None:
        self.rules = position.rules
        self.opens = position.must_open and position.rules.opening.table == "no"
        self.is_heap = position.loose is not None
        self.old = dict(enumerate(position.table, 1))
        self.new = numbered(position.table, move.table)
        self.opening = self._place_opening(opening)
        self.changed = {i for i in {*self.old, *self.new} if not _looks_same(self.old.get(i), self.new.get(i))}

        played = count_tiles(move.played)
        accounts = self._accounts(position, played)
        lenders = {token.origin for account in accounts for token in account.tokens} - {RACK} - self.changed
        stay = [(joker, i) for i in sorted(lenders) for joker in old_jokers(i, self.old[i], self.rules)]
        accounts = [replace(account, kept=(*account.kept, *stay)) for account in accounts]
        touched = self.changed | lenders
        for tile_set in opening:
            played -= count_tiles(tile_set.tiles)
        loose = {RACK: played}
        if position.loose is not None:
            loose[HEAP] = count_tiles(position.loose)
        self.layout = Layout(
            {i: tile_set for i, tile_set in {**self.old, **self.opening}.items() if i in touched or i in self.opening},
            {i: tile_set for i, tile_set in self.new.items() if i in touched},
            loose,
            frozenset(self.opening),
        )
        is_locked = self.rules.jokers.set_with_joker == "locked"
        movements = fewest_movements(self.layout, accounts, is_locked)
        self.numbers = {id(movement): i for i, movement in enumerate(movements)}
        self.holdings = holdings(self.layout, movements, self.rules) if accounts else {}
        lying = {i: [tile.bare for tile in tile_set.tiles] for i, tile_set in self.layout.old.items()}
        self.movements = best_order(movements, lying, self.holdings, self.rules)
        reached = {place for movement in self.movements for place in (movement.source, movement.target)}
        lying_sets = {**self.old, **self.opening}
        self.shifts = sorted(
            i for i in lying_sets.keys() & self.new.keys() - reached if not _looks_same(lying_sets[i], self.new[i])
        )
        self.count = len(self.opening) + len(self.movements) + len(self.shifts)

    def _place_opening(self, opening: Sequence[TileSet]) -> dict[int, TileSet]:
        """Opening sets by number: that of the new set that they are or become, or one of their own."""
        free = {i: tile_set for i, tile_set in self.new.items() if i not in self.old}
        heirs = dict(zip(free, find_heirs(list(free.values()), opening), strict=True))
        placed = {number: opening[heir] for number, heir in heirs.items() if heir is not None}
        rest = [tile_set for i, tile_set in enumerate(opening) if i not in heirs.values()]
        first = max([0, *self.old, *self.new]) + 1
        return dict(sorted({**placed, **dict(enumerate(rest, first))}.items()))

    def _accounts(self, position: Position, played: Counter[Tile]) -> list[Account]:
        """What may have happened to the jokers; empty if they move like any other tile."""
        jokers = self.rules.jokers
        if self.is_heap or self.opens or (jokers.freed_by == "rearranging" and jokers.reuse == "any"):
            return []
        naturals = Counter({tile: count for tile, count in played.items() if not tile.is_joker})
        # If no account leaves the jokers of untouched sets alone, all jokers are looked at.
        for touched in (self.changed, {*self.old, *self.new}):
            accounts = joker_accounts(self.old, self.new, naturals, played[JOKER], self.rules, touched)
            found = list(islice(accounts, _MOST_ACCOUNTS))
            if found:
                self.changed |= touched
                return found
        return []


def _looks_same(one: TileSet | None, other: TileSet | None) -> bool:
    """Whether two sets lie there alike: the joker of a group shows no colour."""
    return one is not None and other is not None and as_it_lies(one) == as_it_lies(other)


# --- Words ---


class _Narrator:
    """Carries out a plan on a table of tiles and says what is done."""

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.table: dict[int, tuple[Tile, ...]] = {}
        self.whole: dict[int, bool] = {}
        for i, tile_set in plan.old.items():
            # The joker of a group shows no colour: one that nobody touches is read as in the new table at once.
            self.table[i] = plan.new[i].tiles if _looks_same(tile_set, plan.new.get(i)) else tile_set.tiles
            self.whole[i] = True
        self.made = 0
        self.left = Counter(place for m in plan.movements for place in (m.source, m.target))
        self.missing = Counter((token.joker.home, token.joker.place) for m in plan.movements for token in m.replaces)
        jokers = [(leg.source, leg.at) for m in plan.movements for leg in m.legs if leg.tile == JOKER]
        self.leaving = set(jokers)
        self.leaves = Counter(source for source, _ in jokers)

    def steps(self) -> Iterator[Step]:
        for i, tile_set in self.plan.opening.items():
            yield self._open(i, tile_set)
        for movement in self.plan.movements:
            yield self._step(movement)
        for i in self.plan.shifts:
            yield self._shift(i)

    def _open(self, number: int, tile_set: TileSet) -> Step:
        self.table[number], self.whole[number] = tile_set.tiles, True
        tiles = tuple(tile.bare for tile in tile_set.tiles)
        text = f"Open with {_words(tiles)} from your rack as new set {number}"
        text += f"{self._stand_note(RACK, tiles, (), tile_set.tiles)}."
        return replace(self._made("form", tiles, RACK, number, True, text), opens=True)

    def _shift(self, number: int) -> Step:
        before, after = self.table[number], self.plan.new[number].tiles
        self.table[number] = after
        tiles = _out_of_order([tile.bare for tile in before], [tile.bare for tile in after])
        if tiles:
            text = f"Move {_words(tiles)} within set {number} ({_words(before)}), which becomes {_words(after)}"
        else:
            tiles = [JOKER] * max(1, (_jokers(after) - _jokers(before)).total())
            text = f"Read {_words(tiles)} in set {number} ({_words(before)}) anew, which becomes {_words(after)}"
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
                old = self.plan.layout.old[movement.source].tiles
                was = old[leg.at] if leg.at < len(old) else JOKER
                # One that does not stand for that any more lies free, if another one stands for something.
                tile = next((t for t in (was, JOKER) if t in lying), None) or next(t for t in lying if t.is_joker)
                self.leaves[movement.source] -= 1
            lying.remove(tile)
            taken.append(tile)
        self.table[movement.source] = tuple(lying)
        return taken

    def _lay(self, movement: Movement) -> None:
        new = self.plan.layout.new.get(movement.target)
        laid = [new.tiles[leg.to] if new and leg.tile == JOKER else leg.tile for leg in movement.legs]
        self.table[movement.target] = (*self.table.get(movement.target, ()), *laid)

    def _replace(self, movement: Movement) -> list[tuple[Tile, ...]]:
        """Set jokers free for which all tiles lie there now; gives those tiles for each.

        A joker of a run that moves on later is free as well once its own tile lies there.
        """
        lying = list(self.table[movement.target])
        old = self.plan.layout.old.get(movement.target)
        placed = enumerate(old.tiles if old and old.kind == RUN else ())
        leaving = {t.natural: t for at, t in placed if t.is_joker and (movement.target, at) in self.leaving}
        freed: list[tuple[Tile, ...]] = []
        for token in movement.replaces:
            joker = token.joker.home, token.joker.place
            self.missing[joker] -= 1
            if not self.missing[joker] and old:
                stood = old.tiles[token.joker.place]
                if stood not in lying:
                    stood = next(tile for tile in lying if tile.is_joker and tile != JOKER)
                lying[lying.index(stood)] = JOKER
                freed.append(token.joker.wanted if token.joker.takes_all else (token.tile,))
        for leg in movement.legs:
            if leg.token is None and leaving.get(leg.tile) in lying:
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
        new = self.plan.layout.new.get(number)
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
            stay = [*held_in(number, self.made, self.plan.holdings)]
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
        what = " ".join(str(tile if which else tile.bare) for tile in taken)
        if source == RACK:
            text = f"{'Open with' if self.plan.opens and is_new else 'Lay'} {what} from your rack"
        elif source == HEAP:
            text = f"Take {what} from the heap and lay {them}"
        elif self.table[source]:
            text = f"Take {what} from set {source} ({_words(before_source)}) and lay {them}"
        else:
            text = f"Take all of set {source} ({_words(before_source)}) and lay it"
        inside = [tile for tile in after if tile != JOKER]
        if before_target:
            text += f" on set {target}, which {'becomes' if self.whole[target] else 'for now is'} {_words(inside)}"
        elif self.whole[target]:
            text += f" as {'new ' * is_new}set {target}"
        else:
            text += f" as the start of {'new ' * is_new}set {target}"
        if freed:
            tiles = [tile for replacing in freed for tile in replacing]
            one = len(freed) == 1
            text += f"; {_listed(tiles)} replace{'s' * (len(tiles) == 1)} its joker{'s' * (not one)}"
            if JOKER in after:
                text += f", which {'lies' if one else 'lie'} free beside it"
        text += self._stand_note(source, taken, before_target, after)
        if source > 0 and (rest := [tile for tile in self.table[source] if tile != JOKER]):
            if not self.whole[source]:
                text += f"; set {source} for now is {_words(rest)}"
            elif _jokers(rest) - _jokers(before_source):
                text += f"; set {source} is now {_words(rest)}"
        return text + "."

    def _stand_note(self, source: int, taken: Sequence[Tile], before: Sequence[Tile], after: Sequence[Tile]) -> str:
        """What jokers stand for that did not stand for it before."""
        news = [t.natural for t in (_jokers(after) - _jokers([*before, *taken])).elements() if t != JOKER]
        if not news:
            return ""
        now = "" if source == RACK and len(news) <= list(taken).count(JOKER) else "now "
        if len(news) == 1:
            return f"; the joker {now}stands for {news[0]}"
        return f"; the jokers {now}stand for {_listed(news)}"

    def _made(self, action: str, tiles: tuple[Tile, ...], source: int, target: int, is_new: bool, text: str) -> Step:
        table = tuple((i, self.table[i]) for i in sorted(self.table) if self.table[i])
        broken = sum(not self.whole[i] for i, _ in table)
        return Step(action, tiles, source, target, is_new, table, broken, text)


def _words(tiles: Iterator[Tile] | Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def _jokers(tiles: Sequence[Tile]) -> Counter[Tile]:
    return Counter(tile for tile in tiles if tile.is_joker)


def _listed(tiles: Sequence[Tile]) -> str:
    """`K7`, `K7 and R7`, `K7, R7 and O7`."""
    *most, last = map(str, tiles)
    return f"{', '.join(most)} and {last}" if most else last


def _out_of_order(before: Sequence[Tile], after: Sequence[Tile]) -> list[Tile]:
    """The fewest tiles that must be moved within a row to turn it into another of the same tiles."""
    longest: list[list[tuple[Tile, ...]]] = [[() for _ in range(len(after) + 1)] for _ in range(len(before) + 1)]
    for i, one in enumerate(before):
        for j, other in enumerate(after):
            skip = max(longest[i][j + 1], longest[i + 1][j], key=len)
            longest[i + 1][j + 1] = (*longest[i][j], one) if one == other else skip
    return list((Counter(after) - Counter(longest[-1][-1])).elements())
