"""Prints every Python from 3.11 on that this machine has, but for the one that runs this: `make pythons`.

One for each minor version: the first on the path, or of those that pyenv keeps.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST, NEWEST = 11, 20


def others() -> list[str]:
    """The paths of the interpreters, oldest first."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = []
    for minor in range(OLDEST, NEWEST):
        name = f"python3.{minor}"
        candidates = [shutil.which(name), *map(str, sorted(kept.glob(f"3.{minor}.*/bin/{name}")))]
        if minor != sys.version_info.minor:
            found += [path for path in candidates if path and runs(path)][:1]
    return found


def runs(path: str) -> bool:
    """Whether it starts, and can make an environment: a shim of pyenv may lead nowhere."""
    return subprocess.run([path, "-c", "import ssl, venv"], capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    print(*others())
