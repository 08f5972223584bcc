"""Addresses drawn from the data, and how they are written on a line."""
from houses import REGIONS
from spelling import DIRECTIONS, KINDS, distance, key, words

REAL = [*REGIONS, "liechtenstein.csv"]


def draw(world, roll, tables=None, accept=lambda house: True):
    """A house and a number of it: every table of real ones with the same chance, then every row. LookupError if hardly any will do."""
    names = [name for name in (tables or REAL) if name in world.houses.tables]
    for _ in range(500 if names else 0):
        house = roll.choice(world.houses.tables[roll.choice(names)])
        if not accept(house):
            continue
        if not house.line:
            return house, house.number
        if house.last == house.first or house.first < 1 or max(house.first, house.last) > 99_999:
            continue
        number = house.first + roll.randrange(abs(house.last - house.first) // house.step + 1) * house.step * (1 if house.last > house.first else -1)
        return house, str(number)
    raise LookupError


def line(house, number, street=None, city=None, postcode=None, region="", country="", comma=", "):
    """The address as it is written in its country, with what is known of it unless told otherwise."""
    street = house.street if street is None else street
    city = house.city if city is None else city
    postcode = house.postcode if postcode is None else postcode
    if house.is_us:
        tail = " ".join(part for part in (region, postcode) if part)
        parts = [f"{number} {street}", city, tail, country]
    elif house.country == "FR":
        parts = [f"{number} {street}", f"{postcode} {city}".strip(), region, country]
    else:
        parts = [f"{street} {number}", f"{postcode} {city}".strip(), region, country]
    return comma.join(part.strip() for part in parts if part.strip())


def region(house):
    return REGIONS.get(house.table, ("",))[0]


def truth(world, house, number, parts=("city", "postcode"), **more):
    """Every row that fits the number and street and the named parts of the sampled one as well as it does; None if that leaves the sampled one out."""
    named = {part: getattr(house, part) for part in parts}
    found = world.houses.fitting(number, house.street, **named)
    return [h.truth(number, **more) for h in found] if house in found else None


def name_words(street, least=4):
    """Where the words are that make the name: no kinds, directions or numbers."""
    parts = street.split()
    return [i for i, part in enumerate(parts) if part.isalpha() and len(part) >= least and not set(words(part)) & KINDS and part.lower() not in DIRECTIONS]


def replaced(street, index, word):
    parts = street.split()
    parts[index] = word
    return " ".join(parts)


def likened(world, house, number, street, parts=("city", "postcode"), accept=None):
    """Truth for a street that is spelt otherwise: all houses of the number that are as near to that spelling; None if it is a name of its own, or another is nearer.

    `accept` tells which names may be meant; without it those no more letters away than the right one.
    """
    asked, right = key(street), key(house.street)
    if asked in world.houses.streets:
        return None
    limit = distance(asked, right)
    memo = {}

    def fits(other):
        name = key(other.street)
        if name not in memo:
            memo[name] = accept(other.street) if accept else distance(asked, name, limit) <= limit
        return memo[name]
    named = {part: getattr(house, part) for part in parts}
    found = world.houses.fitting(number, accept=fits, **named)
    if house not in found or (not accept and any(distance(asked, key(h.street), limit) < limit for h in found)):
        return None
    return [h.truth(number) for h in found]
