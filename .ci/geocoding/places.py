"""Places by name: every one that fits what a query names, and the nearest to a point."""
import bisect
import collections
import math
import os
import string
from dataclasses import dataclass

from codes import CODES
from houses import metres
from spelling import place_key
from tables import read


@dataclass(frozen=True, eq=False)
class Place:
    name: str
    region: str
    country: str
    lon: float
    lat: float
    alternates: tuple = ()
    population: int = 0
    county: str = ""

    def truth(self, **more):
        return {"lon": self.lon, "lat": self.lat, "metres": 5000, "place": self.name} | more


class Places:
    def __init__(self, folder):
        self.all, self.large = [], []
        for name in ("places-cities1000.csv", "places-large.csv"):
            path = os.path.join(folder, name)
            for row in read(path) if os.path.exists(path) else []:
                place = Place(row["name"], row["admin1"], row["cc"], float(row["lon"]), float(row["lat"]),
                              tuple(n for n in row.get("alternate_names", "").split("|") if n), int(row.get("population") or 0), row.get("admin2", ""))
                self.all.append(place)
                if place.population:
                    self.large.append(place)
        self.named, self.called = collections.defaultdict(list), collections.defaultdict(list)
        self.twins, self.countries = collections.defaultdict(list), collections.defaultdict(list)
        for place in self.all:
            self.named[place_key(place.name)].append(place)
            self.countries[place.country].append(place)
            self.twins[place.country, round(place.lat, 1), round(place.lon, 1)].append(place)
            for alternate in {place_key(name) for name in place.alternates}:
                self.called[alternate].append(place)
        self.by_latitude = sorted(self.all, key=lambda place: (place.lat, place.lon, place.name))
        self.latitudes = [place.lat for place in self.by_latitude]

    def in_country(self, code):
        return self.countries[code]

    def fitting(self, name, region="", country=""):
        """All places of a name, be it an alternate one, in a region and a country if they are named."""
        found = self.named.get(place_key(name), []) + self.called.get(place_key(name), [])
        return [p for p in dict.fromkeys(found) if (not region or place_key(p.region) == place_key(region)) and (not country or p.country == country)]

    def same(self, place):
        """The rows that stand for the same settlement in another table: the same name, in any spelling, within 10 km."""
        names = {place_key(n) for n in (place.name, *place.alternates)}
        near = [p for dy in (-.1, 0, .1) for dx in (-.1, 0, .1)
                for p in self.twins.get((place.country, round(round(place.lat, 1) + dy, 1), round(round(place.lon, 1) + dx, 1)), [])]
        return [p for p in near if p is not place and metres(p.lon, p.lat, place.lon, place.lat) < 10_000
                and (place_key(p.name) in names or place_key(place.name) in {place_key(a) for a in p.alternates})]

    def truth(self, places, **more):
        """Truth with every row of the same settlements."""
        return [p.truth(**more) for p in dict.fromkeys(q for place in places for q in (place, *self.same(place)))]

    def important(self, name):
        """Which of a name is meant when nothing else is said: the most populous one, others if they have half as many people; None if that is moot.

        A place without a known population never outdoes one with more than 100,000 people.
        """
        found = sorted((p for p in self.fitting(name) if p.population), key=lambda p: -p.population)
        return [p for p in found if p.population * 2 > found[0].population]

    def neighbours(self, name):
        """The keys of places one slip from a key."""
        letters = string.ascii_lowercase
        edits = {name[:i] + name[i + 1:] for i in range(len(name))} | {name[:i] + c + name[i:] for i in range(len(name) + 1) for c in letters}
        edits |= {name[:i] + c + name[i + 1:] for i in range(len(name)) for c in letters}
        edits |= {name[:i] + name[i + 1] + name[i] + name[i + 2:] for i in range(len(name) - 1)}
        return sorted(edit for edit in edits if edit in self.named or edit in self.called)

    def nearest(self, lon, lat):
        """The nearest place, its distance and the next one's, by brute force over the latitudes that can matter."""
        below, above = bisect.bisect_left(self.latitudes, lat) - 1, bisect.bisect_left(self.latitudes, lat)
        best, first, second = None, math.inf, math.inf
        while True:
            down = lat - self.latitudes[below] if below >= 0 else math.inf
            up = self.latitudes[above] - lat if above < len(self.latitudes) else math.inf
            # A degree of latitude is 111,195 m on the sphere.
            if min(down, up) * 111_194 > second or min(down, up) == math.inf:
                return best, first, second
            index = below if down < up else above
            below, above = (below - 1, above) if down < up else (below, above + 1)
            place = self.by_latitude[index]
            away = metres(lon, lat, place.lon, place.lat)
            if away < first:
                best, first, second = place, away, first
            elif away < second:
                second = away


def region_code(place):
    return CODES.get(place.region) if place.country == "US" else None
