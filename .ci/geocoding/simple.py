"""Addresses as they stand in the data, written in the ways that everybody writes them."""
import re

from address import draw, line, region, truth
from codes import COUNTRIES
from houses import REGIONS
from query import geocode, named
from spelling import ABBREVIATIONS, EXPANSIONS


@named("simple/as-written", "simple/lower-case", "simple/upper-case", "simple/no-commas", "simple/extra-spaces")
def styled(world, roll, style):
    house, number = draw(world, roll)
    text = line(house, number, region=region(house))
    styles = {"as-written": lambda: text, "lower-case": text.lower, "upper-case": text.upper, "no-commas": lambda: text.replace(",", ""),
              "extra-spaces": lambda: "  " + re.sub("[ ,]", lambda m: m[0] + " " * roll.randrange(3), text) + " "}
    return geocode(styles[style](), truth(world, house, number))


@named("simple/no-city", "simple/no-postcode", "simple/street-only")
def shortened(world, roll, style):
    house, number = draw(world, roll, accept=lambda h: h.postcode and (h.city or style == "no-city"))
    kept = {"no-city": ("postcode",), "no-postcode": ("city",), "street-only": ()}[style]
    return geocode(line(house, number, **{part: "" for part in ("city", "postcode") if part not in kept}), truth(world, house, number, kept))


@named("simple/of-many-towns")
def of_many_towns(world, roll):
    """A street of 900 towns, of which none is named: any will do."""
    house, number = draw(world, roll, ["crowd.csv"])
    written = roll.choice(["{0} {1}", "{0} {1}, US", "{1} {0}", "near {0} {1}", "{0} {1}, United States"]).format(number, house.street)
    return geocode(written, truth(world, house, number, ()))


@named("simple/with-country")
def with_country(world, roll):
    house, number = draw(world, roll)
    country = roll.choice(COUNTRIES["US" if house.is_us else house.country] + ([house.country] if house.country else []))
    return geocode(line(house, number, region=region(house), country=country), truth(world, house, number))


@named("simple/with-region")
def with_region(world, roll):
    house, number = draw(world, roll, REGIONS)
    kept = roll.choice([("city", "postcode"), ("city",)]) if house.city else ("postcode",)
    text = line(house, number, region=roll.choice(REGIONS[house.table]), **{part: "" for part in ("city", "postcode") if part not in kept})
    return geocode(text, truth(world, house, number, kept))


def respelt(street, spellings, roll, dots):
    return " ".join(spellings.get(word, word) + ("." if dots and word in spellings else "") for word in street.split())


@named("simple/abbreviated", "simple/spelt-out")
def abbreviated(world, roll, style):
    spellings = ABBREVIATIONS if style == "abbreviated" else EXPANSIONS
    # „St Andrews“ is no street and „Sydney Dr N“ is: only a first or a last word is a kind or a direction.
    house, number = draw(world, roll, REGIONS, lambda h: set(h.street.split()) & set(spellings) and not h.street.startswith("St "))
    street = respelt(house.street, spellings, roll, style == "abbreviated" and roll.random() < .3)
    return geocode(line(house, number, street, region=region(house)), truth(world, house, number))


@named("simple/postcode-before-city")
def postcode_first(world, roll):
    house, number = draw(world, roll, accept=lambda h: h.city and h.postcode)
    return geocode(f"{number} {house.street}, {house.postcode} {house.city}", truth(world, house, number))


@named("simple/number-after-street")
def number_last(world, roll):
    # „County 40 439“ and „215 B 21222“ are nothing that people write.
    house, number = draw(world, roll, accept=lambda h: not re.search(r"\d", h.street))
    comma = roll.choice([", ", " "]) if number.isdigit() else ", "
    return geocode(comma.join(p for p in (f"{house.street} {number}", f"{house.postcode} {house.city}".strip()) if p), truth(world, house, number))


@named("simple/number-before-street")
def number_first(world, roll):
    house, number = draw(world, roll, ["liechtenstein.csv", "foreign.csv"])
    return geocode(", ".join(p for p in (f"{number} {house.street}", f"{house.postcode} {house.city}".strip()) if p), truth(world, house, number))


@named("simple/city-first")
def city_first(world, roll):
    house, number = draw(world, roll, accept=lambda h: h.city)
    street = line(house, number, city="", postcode="")
    return geocode(f"{house.postcode} {house.city}, {street}".strip(), truth(world, house, number))


@named("simple/structured-fields")
def structured(world, roll):
    house, number = draw(world, roll)
    fields = {"Address": line(house, number, city="", postcode=""), "City": house.city, "Region": region(house), "Postal": house.postcode,
              "CountryCode": roll.choice(["", "US" if house.is_us else house.country])}
    kept = {name: value for name, value in fields.items() if value}
    return geocode(kept, truth(world, house, number))


@named("postcode/picks-house", "postcode/picks-house-without-city", "postcode/city-picks-house")
def picks_house(world, roll, style):
    kept = {"picks-house": ("city", "postcode"), "picks-house-without-city": ("postcode",), "city-picks-house": ("city",)}[style]
    house, number = draw(world, roll, accept=lambda h: all(getattr(h, part) for part in kept))
    others = world.houses.fitting(number, house.street)
    if all(all(getattr(o, part) in ("", getattr(house, part)) for part in kept) for o in others):
        return None
    found = world.houses.fitting(number, house.street, **{part: getattr(house, part) for part in kept})
    if house not in found:
        return None
    more = {"postcode": "postal", "city": "city"}
    answers = [h.truth(number, **{more[part]: getattr(h, part) for part in kept if getattr(h, part)}) for h in found]
    return geocode(line(house, number, **{part: "" for part in ("city", "postcode") if part not in kept}), answers)


@named("postcode/crowd", "postcode/crowd-by-city")
def crowd(world, roll, style):
    """One of the towns that have the same streets."""
    house, number = draw(world, roll, ["crowd.csv"])
    kept = "postcode" if style == "crowd" else "city"
    found = [h.truth(number) for h in world.houses.fitting(number, house.street, **{kept: getattr(house, kept)})]
    return geocode(line(house, number, **({"city": ""} if kept == "postcode" else {"postcode": ""})), found)


@named("unknown/city")
def unknown_city(world, roll):
    house, number = draw(world, roll, ["addresses-nyc-osm.csv"], lambda h: not h.city)
    tail = roll.choice(["New York", "New York City", "New York, NY", "Manhattan, New York", f"New York, NY {house.postcode}", f"New York {house.postcode}"])
    found = world.houses.fitting(number, house.street, city="New York", postcode=house.postcode if house.postcode and house.postcode in tail else "")
    # A row that says New York is as good an answer; so is every other of the street there.
    there = [h for h in world.houses.fitting(number, house.street) if h.table == house.table and (not house.postcode or house.postcode not in tail or h in found)]
    return geocode(f"{number} {house.street}, {tail}", [h.truth(number) for h in there])


@named("unknown/country")
def unknown_country(world, roll):
    house, number = draw(world, roll, REGIONS)
    country = roll.choice(["United States", "USA", "United States of America", "U.S.A.", "US"])
    return geocode(line(house, number, region=roll.choice(["", region(house)]), country=country), truth(world, house, number))


@named("unknown/region")
def unknown_region(world, roll):
    house, number = draw(world, roll, ["addresses-baltimore-osm.csv", "addresses-nyc-osm.csv"])
    return geocode(line(house, number, region=roll.choice(REGIONS[house.table])), truth(world, house, number))


@named("unknown/city-in-Liechtenstein")
def unknown_village(world, roll):
    """Rows without a city and post code, asked with the country."""
    house, number = draw(world, roll, ["liechtenstein.csv"], lambda h: not h.city and not h.postcode)
    return geocode(f"{house.street} {number}, Liechtenstein", truth(world, house, number, ()))
