"""Numbered streets: in words, in digits, and not their neighbours."""
import re

from address import draw, line, region, truth
from houses import metres
from query import geocode, named
from spelling import DIRECTIONS, key, ordinal, ordinal_words, words

NUMBERED = re.compile(r"\b(\d+)(st|nd|rd|th)\b")


def drawn(world, roll):
    tables = ["addresses-nyc-osm.csv", "addresses-nyc-osm.csv", "addresses-baltimore-osm.csv", "addresses-autauga-tiger.csv"]
    return draw(world, roll, tables, lambda h: NUMBERED.search(h.street))


def shorter(roll, street):
    """Perhaps with its direction as a letter."""
    return " ".join(DIRECTIONS[w.lower()].upper() if w.lower() in DIRECTIONS else w for w in street.split()) if roll.random() < .4 else street


@named("ordinals/words", "ordinals/digits", "ordinals/digits-and-ending")
def otherwise(world, roll, style):
    house, number = drawn(world, roll)
    nth = int(NUMBERED.search(house.street)[1])
    spelt = ordinal_words(nth).title()
    spelling = {"words": roll.choice([spelt, spelt.lower(), spelt.replace("-", " ")]), "digits": str(nth),
                "digits-and-ending": roll.choice([ordinal(nth), ordinal(nth).upper(), f"{nth} {ordinal(nth)[-2:]}"])}[style]
    street = shorter(roll, NUMBERED.sub(spelling, house.street))
    return geocode(line(house, number, street, region=roll.choice(["", region(house)])), truth(world, house, number))


@named("ordinals/without-type")
def untyped(world, roll):
    """„201 West 14th“: nothing else is called West 14th."""
    house, number = draw(world, roll, ["addresses-nyc-osm.csv"], lambda h: re.fullmatch(r"West \d+th Street", h.street))
    return geocode(line(house, number, shorter(roll, house.street.removesuffix(" Street"))), truth(world, house, number))


def whole_street(rows, **more):
    """Truth for anywhere on a street: its houses lie within a circle."""
    points = [point for house in rows for point in (house.line or [(house.lon, house.lat)])]
    lon, lat = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    radius = max(metres(lon, lat, x, y) for x, y in points) + 100
    return {"lon": round(lon, 7), "lat": round(lat, 7), "metres": round(radius), "street": rows[0].street} | more


@named("ordinals/neighbour")
def neighbour(world, roll):
    """A number that the street lacks and the next street has: the street may be answered, or nothing, but never the neighbour."""
    house, number = drawn(world, roll)
    if not number.isdigit():
        return None
    match = NUMBERED.search(house.street)
    other = int(match[1]) + roll.choice([-2, -1, 1, 2])
    street = NUMBERED.sub(ordinal(other), house.street) if other > 0 else ""
    rows = [h for h in world.houses.streets.get(key(street), []) if h.table == house.table]
    if not rows or world.houses.fitting(number, street) or any(re.match(number + r"\b|" + number + "[A-Z]", h.number) for h in rows):
        return None
    # „Little West 12th Street“ lies beside „West 12th Street“: what holds the name asked for is not a neighbour.
    alike = {key(h.street): h.street for h in world.houses.all if set(words(street)) <= set(words(h.street))}
    answers = [whole_street([h for h in world.houses.streets[name] if h.table == house.table], type=["StreetAddressExt", "StreetName"], below=100)
               for name in sorted(alike) if any(h.table == house.table for h in world.houses.streets[name])]
    return geocode(line(rows[0], number, street, postcode="", city=""), answers, optional=True)
