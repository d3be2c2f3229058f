"""The rules, generators, solvers and features of each game, and the rating maths.

Arrays and small records in and out: no files, no clock, no Dagster, no DuckDB.
`engine` says what every engine offers, `contract` has the records that it gives and takes, and `registry` knows the
engines by name.
"""

import os

# Matrices are small here: a second thread of the linear algebra library only waits for the first, and how it splits
# sums shows in the last bits. numpy must be told before it is there; `orchestration` begins with this too.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
