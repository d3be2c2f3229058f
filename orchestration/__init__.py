"""Decides when: definitions, partitions, resources, jobs, schedules, sensors, and the command line."""

import engines  # noqa: F401  (one thread for linear algebra, before anything loads numpy)
