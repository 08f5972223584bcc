"""House numbers and streets: every row that fits what a query names."""
import collections
import math
import os
import re
from dataclasses import dataclass

from spelling import key, number_key, place_key, words
from tables import read

REGIONS = {"addresses-autauga-tiger.csv": ("AL", "Alabama"), "addresses-baltimore-osm.csv": ("MD", "Maryland"), "addresses-nyc-osm.csv": ("NY", "New York")}
SOURCES = ["addresses-autauga-tiger.csv", "addresses-baltimore-osm.csv", "addresses-nyc-osm.csv", "liechtenstein.csv", "foreign.csv", "crowd.csv"]


def metres(lon1, lat1, lon2, lat2):
    """The great-circle distance."""
    a, b, dx = math.radians(lat1), math.radians(lat2), math.radians(lon2 - lon1)
    h = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(dx / 2) ** 2
    return 12_742_017 * math.asin(min(1, math.sqrt(h)))


@dataclass(frozen=True)
class House:
    """A number at a point, or a range of numbers along a line."""
    table: str
    number: str
    street: str
    postcode: str
    city: str
    region: str
    country: str
    lon: float
    lat: float
    line: tuple = ()
    first: int = 0
    last: int = 0
    step: int = 0

    @property
    def is_us(self):
        return self.country == "US" or self.table in REGIONS

    def has(self, number):
        low, high = min(self.first, self.last), max(self.first, self.last)
        return low <= number <= high and (self.step == 1 or (number - self.first) % 2 == 0)

    def at(self, number):
        """Where a number of the range lies: at its share of the line's length."""
        share = (number - self.first) / (self.last - self.first) if self.last != self.first else .5
        parts = [metres(*a, *b) for a, b in zip(self.line, self.line[1:])]
        rest = share * sum(parts)
        for (a, b), length in zip(zip(self.line, self.line[1:]), parts):
            if rest <= length or b is self.line[-1]:
                t = min(1, rest / length) if length else 0
                return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
            rest -= length
        return self.line[0]

    def truth(self, number=None, **more):
        lon, lat = self.at(int(number)) if self.line else (self.lon, self.lat)
        return {"lon": round(lon, 7), "lat": round(lat, 7), "metres": 60 if self.line else 5, "number": number or self.number, "street": self.street} | more


def city_key(city):
    plain = place_key(re.sub(r"\(.*\)", "", city))
    return "newyork" if plain == "newyorkcity" else plain


class Houses:
    def __init__(self, folder):
        self.tables = {name: list(rows(folder, name)) for name in SOURCES if os.path.exists(os.path.join(folder, name))}
        self.all = [house for table in self.tables.values() for house in table]
        self.streets = collections.defaultdict(list)
        self.points = collections.defaultdict(list)
        self.ranges = [house for house in self.all if house.line]
        for house in self.all:
            self.streets[key(house.street)].append(house)
            if not house.line:
                self.points[number_key(house.number)].append(house)
        self.words = {word for house in self.all for word in words(house.street)}
        self.cities = {city_key(house.city) for house in self.all if house.city}

    def numbered(self, number, street=None):
        """All houses of a number, on one street or on any."""
        plain = number_key(number)
        if street is not None:
            return [h for h in self.streets.get(key(street), []) if (h.has(int(plain)) if h.line and plain.isdigit() else number_key(h.number) == plain)]
        return self.points.get(plain, []) + ([r for r in self.ranges if r.has(int(plain))] if plain.isdigit() else [])

    def streets_of(self, house):
        """All houses whose street has the same name."""
        return self.streets[key(house.street)]

    def fitting(self, number, street=None, city="", postcode="", region="", country="", accept=None):
        """Truth for a query that names these: houses that nothing contradicts, without those that others beat in what is confirmed.

        A beaten one within 500 m of one that is not is the same address, told less fully.
        """
        named = {"city": city_key(city), "postcode": postcode, "region": region, "country": country}
        found = []
        for house in self.numbered(number, street):
            has = {"city": city_key(house.city), "postcode": house.postcode, "region": house.region, "country": house.country}
            if (not accept or accept(house)) and not any(named[k] and has[k] and named[k] != has[k] for k in has):
                found.append((house, {k for k in has if named[k] and named[k] == has[k]}))
        best = [house for house, confirmed in found if not any(confirmed < other for _, other in found)]
        return [house for house, _ in found if house in best or any(metres(house.lon, house.lat, h.lon, h.lat) < 500 for h in best)]


def rows(folder, name):
    region = REGIONS.get(name, ("", ""))[0]
    for row in read(os.path.join(folder, name)):
        street = row["street"].strip()
        if not street:
            continue
        if "geometry" in row:
            line = tuple(tuple(map(float, pair.split())) for pair in row["geometry"][11:-1].split(","))
            yield House(name, "", street, row["postcode"], row["city"], region, "", *line[0], line, int(row["from"]), int(row["to"]),
                        1 if row["interpolation"] == "all" else 2)
        elif row["number"].strip():
            yield House(name, row["number"].strip(), street, row["postcode"], row["city"], "", row.get("country", ""), float(row["lon"]), float(row["lat"]))
