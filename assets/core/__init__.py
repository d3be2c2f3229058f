"""What every stage stands on: settings, what a stage is, workers, progress. Imports no other room."""
