"""Many positions at once: lines in, JSON Lines out, on all cores or on a cluster.

>>> from io import BytesIO
>>> from solver.batch import run_batch
>>> sink = BytesIO()
>>> if __name__ == "__main__":  # the workers are processes of their own
...     run_batch(BytesIO(b"R5R6R7R8 R9\\n"), sink)
"""

from __future__ import annotations

from solver.batch.errors import BatchError
from solver.batch.run import BatchReport, run_batch
from solver.batch.task import Settings

__all__ = ["BatchError", "BatchReport", "Settings", "run_batch"]
