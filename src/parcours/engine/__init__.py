"""The engine that every game builds on: records, kernels, chance, courses, matches, race files."""
