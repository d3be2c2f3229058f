"""Where everything is kept: every table's schema, the lake of Parquet files, the published DuckDB file."""
