"""What the command line prints and plots of races, ladders, sweeps and tours."""
