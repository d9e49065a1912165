"""Runs the cells of docs/python.ipynb and writes what they show into it: `make docs`.

Each cell runs as in Jupyter, one after the other in one namespace: what it prints, and its
last value as text and, if it has one, as a picture.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

PAGE = Path(__file__).with_name("python.ipynb")


def refreshed(page: str) -> str:
    """The notebook with the output of every cell as it is now."""
    notebook = json.loads(page)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        cell["execution_count"] = number
        cell["outputs"] = _outputs("".join(cell["source"]), number, namespace)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _outputs(source: str, number: int, namespace: dict[str, Any]) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body[-1] if isinstance(tree.body[-1], ast.Expr) else None
    tree.body = tree.body[:-1] if last else tree.body
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), namespace)
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace) if last else None
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        if hasattr(value, "_repr_svg_"):
            data = {"image/svg+xml": _lines(value._repr_svg_()), **data}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _lines(text: str) -> list[str]:
    """As notebooks store a text."""
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
