"""The one place that turns stages into Dagster assets, with what the UI shows of them."""
