"""Throws mutated texts at every parser for as long as it is told: `python tests/fuzz/random_bytes.py --seconds 60`.

Two runs throw other texts if their seeds are further apart than the texts of one: `--texts 1000000 --seed 1000000`.

It prints how many texts each target took; on a defect it prints the text that shows it and ends with status 1.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from targets import SEEDS, TARGETS  # noqa: E402

_ALPHABET = "KBROGPWCYJkbroj0123456789()-/|;, \n=.>'\"[]{}é\0\u212a\udcff"


def mutated(seed: str, number: int) -> str:
    """`seed` with a few changes that `number` decides."""
    random = Random(number)
    text = list(seed)
    for _ in range(random.randint(1, 6)):
        place = random.randint(0, len(text))
        match random.randrange(6):
            case 0:
                text[place:place] = random.choice(_ALPHABET)
            case 1:
                del text[place : place + random.randint(1, 3)]
            case 2:
                text[place : place + 1] = random.choice(_ALPHABET)
            case 3:
                end = random.randint(place, len(text))
                text[place:place] = text[place:end] * random.randint(1, 3)
            case 4:
                other = random.choice(SEEDS)
                text[place:] = other[random.randint(0, len(other)) :]
            case _:
                text[place:place] = random.choice(_ALPHABET) * random.choice((2, 5, 200))
    return "".join(text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long, for all targets together")
    parser.add_argument("--texts", type=int, help="how many, for all targets together; then time does not count")
    parser.add_argument("--seed", type=int, default=0, help="where the random numbers begin")
    parser.add_argument("--targets", nargs="*", choices=TARGETS, help="which targets; all if not said")
    options = parser.parse_args()
    targets = {name: TARGETS[name] for name in options.targets or TARGETS}
    total = 0
    for name, target in targets.items():
        count, began = 0, time.monotonic()
        end = began + options.seconds / len(targets)
        most = None if options.texts is None else options.texts // len(targets)
        while time.monotonic() < end if most is None else count < most:
            text = mutated(SEEDS[count % len(SEEDS)], options.seed + count)
            try:
                target(text)
            except Exception:
                traceback.print_exc()
                print(f"{name}: {text!r}", file=sys.stderr)
                return 1
            count += 1
        print(f"{name}: {count} texts, {count / (time.monotonic() - began):.0f} a second", flush=True)
        total += count
    print(f"{total} texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
