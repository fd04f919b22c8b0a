"""The engine that every game stands on: records, kernels, chance, courses, matches, race files."""
