"""Words in both languages, plots and pictures, for the UI and for pages."""
