"""Flats, floors and suites, before the address and behind it. The unit stands in the result, and is never taken for the house number."""
import re

from address import draw, line, region, truth
from query import geocode, named

UNITS = ["Apt {}", "Apt. {}", "Apartment {}", "Unit {}", "Suite {}", "Ste {}", "Ste. {}", "Flat {}", "Room {}", "Rm {}", "#{}"]
GERMAN = ["Wohnung {}", "Whg. {}", "Top {}", "Apt {}", "Etage {}", "Tür {}"]


def unit(roll, number):
    """What a unit is called; other than the house number, so that these cannot be mistaken for right."""
    while True:
        name = roll.choice([str(roll.randrange(1, 40)), f"{roll.randrange(1, 20)}{roll.choice('ABCD')}", roll.choice("BCD"), str(roll.randrange(100, 999))])
        if name != number:
            return name


def floor(roll):
    nth = roll.randrange(1, 8)
    ending = {1: "st", 2: "nd", 3: "rd"}.get(nth, "th")
    return f"{nth}{ending} {roll.choice(['Floor', 'Fl', 'floor'])}", str(nth)


def drawn(world, roll):
    house, number = draw(world, roll)
    if not number.isdigit() or re.search(r"\d", house.street):
        raise LookupError
    return house, number


def worded(roll, house, number):
    name = unit(roll, number)
    pattern = roll.choice(GERMAN if not house.is_us and roll.random() < .4 else UNITS)
    return pattern.format(name), name


def answers(world, house, number, name):
    found = truth(world, house, number)
    return [t | {"unit": name} for t in found] if found else None


@named("unit/front", "unit/back", "unit/behind-street")
def with_unit(world, roll, style):
    house, number = drawn(world, roll)
    words, name = worded(roll, house, number)
    text = line(house, number, region=roll.choice(["", region(house)]))
    at = text.find(",") if "," in text else len(text)
    texts = {"front": f"{words}, {text}", "back": f"{text}, {words}", "behind-street": text[:at] + roll.choice([", ", " "]) + words + text[at:]}
    return geocode(texts[style], answers(world, house, number, name))


@named("unit/front-floor", "unit/back-floor")
def with_floor(world, roll, style):
    house, number = drawn(world, roll)
    words, nth = floor(roll)
    if nth == number:
        return None
    text = line(house, number)
    found = truth(world, house, number)
    spelt = [t | {"unit": nth} for t in found or []]
    return geocode(f"{words}, {text}" if style == "front-floor" else f"{text}, {words}", spelt)


@named("unit/front-number-first")
def number_first(world, roll):
    """„Apt 5, 6 Floraweg“, as English speakers write streets of elsewhere."""
    house, number = drawn(world, roll)
    words, name = worded(roll, house, number)
    tail = f"{house.postcode} {house.city}".strip()
    return geocode(", ".join(p for p in (words, f"{number} {house.street}", tail) if p), answers(world, house, number, name))


@named("unit/hash")
def hash_sign(world, roll):
    house, number = draw(world, roll, ["addresses-baltimore-osm.csv", "addresses-autauga-tiger.csv", "addresses-nyc-osm.csv"])
    if not number.isdigit() or re.search(r"\d", house.street):
        return None
    name = unit(roll, number)
    return geocode(line(house, number, f"{house.street} #{name}"), answers(world, house, number, name))
