"""What the command line prints and plots about races, ladders, sweeps and tours."""
