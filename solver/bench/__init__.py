"""The benchmark: the solver timed on kept layouts, against a floor and against another library.

`run` is the way in (`solver.bench.run.run_bench`); each other module is one thing that
is measured or shown.
"""
