"""The laboratory: simulation, benchmarks, other libraries and other hardware."""
