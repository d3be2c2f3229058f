"""Decides when: definitions, partitions, resources, jobs, schedules, sensors, and the command line."""
