"""The rules, generators, solvers and features of each game, and the rating maths.

Arrays and small records in and out: no files, no clock, no Dagster, no DuckDB.
`contract` says what every engine offers; `registry` knows the engines by name.
"""
