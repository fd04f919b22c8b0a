"""Stage races: a list of races of one game with the same seats, whose results add up as the game says.

>>> from parcours.tours import new_tour, ride
>>> tour = new_tour("breaking_away", ["grand_circuit"] * 2, teams=3, seed=7)
>>> ride(tour, ["sprinter", "random", "random"])
>>> tour.over, len(tour.results)
(True, 2)
>>> str(tour.classifications()[0].title), tour.classifications()[0].lines[0].place
('General classification', 1)
"""

from __future__ import annotations

from parcours.tours.tour import Tour, new_tour, preset_of, ride
from parcours.tours.tourfile import load_tour, save_tour

__all__ = ["Tour", "load_tour", "new_tour", "preset_of", "ride", "save_tour"]
