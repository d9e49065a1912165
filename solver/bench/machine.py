"""The machine and the versions that a time belongs to."""

from __future__ import annotations

import os
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["machine", "version_of"]


def machine() -> dict[str, str | int | float]:
    """Cores that this process may use, CPU, system, versions, and how busy the machine was (1-minute load)."""
    affinity = getattr(os, "sched_getaffinity", None)
    load = getattr(os, "getloadavg", None)
    return {
        "cores": len(affinity(0)) if affinity else os.cpu_count() or 1,
        "cpu": _cpu(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "ortools": version_of("ortools"),
        "numpy": version_of("numpy"),
        "load": round(load()[0], 2) if load else 0.0,
    }


def version_of(package: str) -> str:
    """The installed version of a distribution, or `not installed`."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _cpu() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor() or platform.machine()
    name = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return name[1].strip() if name else platform.processor() or platform.machine()
