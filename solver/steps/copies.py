"""Which of several equal tiles goes where, so that few movements do it.

Equal tiles can stand in for each other, so there is a choice of which copy goes where;
each pair of places between which tiles go costs at least one movement.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from solver.game.joker_case import Account, Replacement
from solver.game.tiles import JOKER, Tile
from solver.steps.haste import Haste
from solver.steps.movements import Blocks, Change, Flow, Movement
from solver.steps.step import RACK

__all__ = ["fewest_movements"]

_MOST_CHOICES = 60
"""Ways to distribute the copies of one tile that are tried."""

_MOST_NODES = 200
"""Nodes of the search for the best distribution of all copies."""

_NOTHING = (10**9, 0)
"""Worse than any number of movements and of table tiles moved."""


class _Kind(NamedTuple):
    """Equal tiles: where they are and where they go, in any combination."""

    tile: Tile
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    freed: bool = False


class _Way(NamedTuple):
    """One way to send equal tiles: from where to where those that change their place, `moved` of them on the table."""

    flows: tuple[Flow, ...]
    pairs: tuple[tuple[int, int], ...]
    moved: int

    @classmethod
    def of(cls, flows: tuple[Flow, ...]) -> _Way:
        """What there is to know of these flows."""
        pairs = tuple([(flow.source, flow.target) for flow in flows if flow.source != flow.target])
        return cls(flows, pairs, sum([source > 0 for source, _ in pairs]))


def fewest_movements(change: Change, accounts: Sequence[Account], is_locked: bool, haste: Haste) -> list[Movement]:
    """The movements that turn the old places into the new ones, as few as the search finds.

    An empty `accounts` means that jokers move like any other tile. Among equally few
    movements those with fewest table tiles are taken. `is_locked`: a set stays together
    until its joker is replaced, where that can be.

    :raises TimeoutError: if none were found in time.
    """
    best: tuple[int, int] | None = None
    found: list[Movement] = []
    choices: Sequence[Account | None] = accounts or [None]
    for account in choices:
        if found and haste.is_over(haste.fewer):
            break
        search = _Search(change, account, is_locked, haste)
        movements = search.run(best)
        if movements is not None:
            best, found = search.best, movements
    return found


class _Search:
    """Distribute the copies of every tile, fewest pairs of places first."""

    def __init__(self, change: Change, account: Account | None, is_locked: bool, haste: Haste) -> None:
        self.change, self.haste = change, haste
        self.replacements = tuple(_with_origins(change, account)) if account else ()
        self.fixed, self.kinds = _kinds(change, account, self.replacements, is_locked)
        self.blocks = Blocks(change, self.replacements, account, is_locked, haste)
        self.best = _NOTHING

    def run(self, bound: tuple[int, int] | None) -> list[Movement] | None:
        """The best movements, or None if they are not better than `bound`."""
        if bound is not None:
            self.best = bound
        pairs = Counter((flow.source, flow.target) for flow in self.fixed if flow.source != flow.target)
        pairs.update((replacement.origin, replacement.joker.home) for replacement in self.replacements)
        moved = sum(flow.source > 0 and flow.source != flow.target for flow in self.fixed)
        choices: list[list[_Way]] = []
        flows = list(self.fixed)
        for kind in self.kinds:
            self.haste.check()
            ways = _ways(kind)
            if len(ways) > 1:
                choices.append([_Way.of(way) for way in ways])
            else:
                (way,) = map(_Way.of, ways)
                flows += way.flows
                moved += way.moved
                pairs.update(way.pairs)
        result: list[Movement] | None = None
        nodes = 0

        def choose(i: int, moved: int) -> None:
            nonlocal result, nodes
            nodes += 1
            if (len(pairs), moved) >= self.best or (nodes > _MOST_NODES and self.best < _NOTHING):
                return
            if self.best < _NOTHING and self.haste.is_over(self.haste.fewer):
                return
            self.haste.check()
            if i == len(choices):
                movements = self.blocks.movements(flows)
                if (len(movements), moved) < self.best:
                    self.best, result = (len(movements), moved), movements
                return
            ranked = [(len({pair for pair in way.pairs if pair not in pairs}), way.moved, way) for way in choices[i]]
            for _, more, way in sorted(ranked):
                flows.extend(way.flows)
                for pair in way.pairs:
                    pairs[pair] += 1
                choose(i + 1, moved + more)
                for pair in way.pairs:
                    pairs[pair] -= 1
                    if not pairs[pair]:
                        del pairs[pair]
                del flows[-len(way.flows) :]

        choose(0, moved)
        return result


def _with_origins(change: Change, account: Account) -> Iterator[Replacement]:
    """Replacements from the rack that were laid as part of an opening set come from there."""
    rack = change.loose.get(RACK, Counter()).copy()
    used: Counter[tuple[Tile, int]] = Counter()
    for replacement in account.replacements:
        if replacement.origin == RACK and not rack[replacement.tile]:
            origin = next(
                i
                for i in sorted(change.opening)
                if change.old[i].tiles.count(replacement.tile) > used[replacement.tile, i]
            )
            used[replacement.tile, origin] += 1
            yield replacement._replace(origin=origin)
        else:
            rack[replacement.tile] -= replacement.origin == RACK
            used[replacement.tile, replacement.origin] += 1
            yield replacement


def _kinds(
    change: Change, account: Account | None, replacements: Iterable[Replacement], is_locked: bool
) -> tuple[list[Flow], list[_Kind]]:
    """The flows that are settled, and the equal tiles that can be distributed in several ways."""
    sources: defaultdict[Tile, list[int]] = defaultdict(list)
    targets: defaultdict[Tile, list[int]] = defaultdict(list)
    for place, tiles in change.loose.items():
        for tile, count in sorted(tiles.items()):
            sources[tile] += [place] * count
    for number, old in sorted(change.old.items()):
        for tile in old.tiles:
            sources[tile.bare].append(number)
    for number, new in sorted(change.new.items()):
        for tile in new.tiles:
            targets[tile.bare].append(number)
    fixed: list[Flow] = []
    kinds: list[_Kind] = []
    for replacement in replacements:
        sources[replacement.tile].remove(replacement.origin)
        sources[replacement.tile].append(replacement.joker.home)
    if account is not None:
        for tile, to in account.shown:
            source = RACK if RACK in sources[tile] else next(i for i in sources[tile] if i in change.opening)
            sources[tile].remove(source)
            targets[tile].remove(to)
            fixed.append(Flow(tile, source, to))
        for joker, to in account.kept:
            fixed.append(Flow(JOKER, joker.home, to, at=joker.place))
            sources[JOKER].remove(joker.home)
        if is_locked:
            # Its very tiles go with a joker, not equal ones that happen to lie where it goes.
            for home, to in sorted({(joker.home, to) for joker, to in account.kept}):
                for tile in change.old[home].naturals if home in change.old else ():
                    if home in sources[tile] and to in targets[tile]:
                        sources[tile].remove(home)
                        targets[tile].remove(to)
                        fixed.append(Flow(tile, home, to))
        freed = [joker.home for joker in account.freed]
        for home in freed:
            sources[JOKER].remove(home)
        kinds.append(_Kind(JOKER, tuple(freed), account.freed_to, freed=True))
        kinds.append(_Kind(JOKER, tuple(sources.pop(JOKER, ())), account.rack_to))
        targets.pop(JOKER, None)
    kinds += [_Kind(tile, tuple(sources[tile]), tuple(targets[tile])) for tile in sorted(sources)]
    return fixed, [kind for kind in kinds if kind.sources]


def _ways(kind: _Kind) -> list[tuple[Flow, ...]]:
    """The different ways to send equal tiles from where they are to where they go."""
    if len(kind.sources) == 1 or len(set(kind.sources)) == 1 or len(set(kind.targets)) == 1:
        return [tuple(Flow(kind.tile, s, t, kind.freed) for s, t in zip(kind.sources, kind.targets, strict=True))]
    found: dict[tuple[Flow, ...], None] = {}
    left = sorted(kind.sources)
    chosen: list[Flow] = []

    def send(i: int) -> None:
        if len(found) >= _MOST_CHOICES:
            return
        if i == len(kind.targets):
            found[tuple(sorted(chosen))] = None
            return
        target = kind.targets[i]
        for source in sorted(set(left), key=lambda s: (s != target, s)):
            left.remove(source)
            chosen.append(Flow(kind.tile, source, target, kind.freed))
            send(i + 1)
            chosen.pop()
            left.append(source)

    send(0)
    return list(found)
