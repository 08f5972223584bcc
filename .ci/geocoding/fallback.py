"""What is not in the data, next to what is: the best that can be said is answered, below a full score, and says what it is. Post codes and cities alone."""
import functools
import re

from address import REAL, draw, line, region
from codes import COUNTRIES
from houses import REGIONS, city_key, metres
from invented import street as no_street
from ordinals import whole_street
from query import geocode, named
from spelling import key

EXTENDED, STREET = "StreetAddressExt", "StreetName"


def beside(world, roll):
    """A house, a number near its own that its street lacks, and the street's rows in its city."""
    house, number = draw(world, roll, accept=lambda h: h.line or h.number.isdigit())
    asked = str(int(number) + roll.choice([-8, -6, -4, -2, 2, 4, 6, 8, 10]))
    rows = [h for h in world.houses.streets_of(house) if not (h.city and house.city and city_key(h.city) != city_key(house.city))]
    if int(asked) < 1 or any(h.has(int(asked)) if h.line else re.match(asked + r"(\D|$)", h.number) or re.search(r"[-;,/ ]", h.number) for h in rows):
        return None
    return house, asked, rows


@named("fallback/nearest-number")
def nearest_number(world, roll):
    found = beside(world, roll)
    if not found:
        return None
    house, asked, rows = found
    want, steps = int(asked), []
    for h in rows:
        for number in ([h.first, h.last] if h.line else [int(re.match(r"\d+", h.number)[0])] if h.number[0].isdigit() else []):
            if (number - want) % 2 == 0:
                steps.append((abs(number - want), number, h))
    least = min((s[0] for s in steps), default=99)
    best = [(n, h) for d, n, h in steps if d == least]
    # Which house is meant must not hang on whether the post code counts for more than the number.
    if least > 10 or any(house.postcode and h.postcode != house.postcode for _, h in best) or any(metres(h.lon, h.lat, house.lon, house.lat) > 3000 for h in rows if not h.line):
        return None
    answers = [h.truth(str(n), type=[EXTENDED], below=100) | {"number": "", "metres": 80 if h.line else 30} for n, h in best]
    return geocode(line(house, asked, region=roll.choice(["", region(house)])), answers)


@named("fallback/street", "fallback/street-without-number")
def street(world, roll, style):
    house, _ = draw(world, roll)
    rows = [h for h in world.houses.streets_of(house) if not (h.city and house.city and city_key(h.city) != city_key(house.city))]
    others = world.houses.streets_of(house) if not house.city else rows
    if style == "street-without-number":
        parts = [house.street, house.city, house.postcode] if house.is_us else [house.street, f"{house.postcode} {house.city}".strip()]
        return geocode(", ".join(p for p in parts if p), [whole_street(others, type=[STREET])])
    highest = max([max(h.first, h.last) if h.line else int((re.match(r"\d+", h.number) or [0])[0]) for h in others])
    asked = str(highest + roll.choice([500, 1001, 3000, 7502]))
    return geocode(line(house, asked), [whole_street(others, type=[EXTENDED, STREET], below=100)])


def circle(rows, kind, **more):
    points = [(h.lon, h.lat) for h in rows] + [p for h in rows for p in h.line]
    if not points:
        raise LookupError
    lon, lat = (min(x for x, _ in points) + max(x for x, _ in points)) / 2, (min(y for _, y in points) + max(y for _, y in points)) / 2
    return {"lon": round(lon, 6), "lat": round(lat, 6), "metres": round(max(metres(lon, lat, *p) for p in points)) + 500, "type": kind} | more


@functools.cache
def area_of(world, postcode="", country="", region="", city=""):
    """Truth for a post code of a country or region, or for a city: within the circle of its houses."""
    if city:
        return circle([h for h in world.houses.all if city_key(h.city) == city_key(city)], ["Locality"])
    rows = [h for h in world.houses.all if (h.postcode, h.country, h.region) == (postcode, country, region)]
    return circle(rows, ["Postal", "PostalLoc"], postal=postcode)


@named("fallback/postcode")
def postcode(world, roll):
    house, number = draw(world, roll, accept=lambda h: h.postcode)
    city = house.city if roll.random() < .5 else ""
    return geocode(line(house, number, no_street(world, roll, house), city=city), [area_of(world, postcode=house.postcode, country=house.country, region=house.region) | {"below": 100}])


def cities(world, city, country="", everywhere=False):
    """Truth for a city of the houses: there, or the place of that name, be it somewhere else only if that is allowed."""
    area = area_of(world, city=city)
    places = world.places.fitting(city, country=country) + (world.places.fitting("New York City", country=country) if city_key(city) == "newyork" else [])
    return [p.truth(type=["Locality"]) for p in places if everywhere or metres(p.lon, p.lat, area["lon"], area["lat"]) < 60_000] + [area]


@named("fallback/city")
def city(world, roll):
    house, number = draw(world, roll, accept=lambda h: h.city and "(" not in h.city)
    answers = cities(world, house.city, "US" if house.is_us else house.country)
    text = line(house, number, no_street(world, roll, house), postcode="", region=region(house), country="" if house.is_us else roll.choice(["", "Liechtenstein"]))
    return geocode(text, [a | {"below": 100} for a in answers])


@named("alone/postcode")
def postcode_alone(world, roll):
    house, _ = draw(world, roll, ["crowd.csv", "foreign.csv", *REAL], accept=lambda h: h.postcode)
    code = house.postcode
    texts = [code, f" {code} ", *([f"{code}, USA", f"{code} US"] if house.is_us else [f"{code} {COUNTRIES[house.country][0]}", f"{code}, {house.country}", f"{house.country}-{code}"])]
    if region(house):
        texts += [f"{region(house)} {code}", f"{code}, {REGIONS[house.table][1]}"]
    return geocode(roll.choice(texts), [area_of(world, postcode=code, country=house.country, region=house.region)])


@named("alone/postcode-and-city")
def postcode_and_city(world, roll):
    """The post code is meant; the city is no wrong answer either."""
    house, _ = draw(world, roll, ["crowd.csv", *REAL], accept=lambda h: h.postcode and h.city and "(" not in h.city)
    texts = [f"{house.city} {house.postcode}", f"{house.postcode} {house.city}", f"{house.city}, {house.postcode}", f"{house.city}, {region(house)} {house.postcode}"]
    answers = [area_of(world, postcode=house.postcode, country=house.country, region=house.region)]
    return geocode(roll.choice(texts[:3 + bool(region(house))]), answers + cities(world, house.city, "US" if house.is_us else house.country))


@named("alone/city")
def city_alone(world, roll):
    if roll.random() < .3:
        house, _ = draw(world, roll, accept=lambda h: h.city and "(" not in h.city)
        tail = roll.choice(["", f", {region(house)}", ", USA"] if house.is_us else ["", ", Liechtenstein", ", LI"] if house.country == "LI" else [", Austria"])
        return geocode(house.city + tail, cities(world, house.city, "US" if house.is_us and tail else house.country, tail in ("", ", USA")))
    place = roll.choice(world.places.all)
    found = world.places.fitting(place.name)
    if len(found) != len(world.places.truth([place])) or key(place.name) in world.houses.streets:
        return None
    return geocode(place.name, world.places.truth(found))
