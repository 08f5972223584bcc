"""Cities, by all their names, with regions and countries by name and code."""
import unicodedata

from cities import misspelt_city
from codes import COUNTRIES, OLD_STATES, STATES
from places import region_code
from query import geocode, named
from spelling import distance, place_key

# What the world means by these, whatever else is called so.
FAMOUS = ["Paris", "Houston", "NYC", "New York", "München", "Muenchen", "Munich", "Köln", "Koeln", "Koln", "Cologne", "東京", "Tokyo", "Wien", "Vienna", "Roma", "Praha", "Moskau",
          "Москва", "北京", "Αθήνα", "القاهرة", "서울", "Istanbul", "Lisboa", "Sevilla", "Bombay", "Big Apple", "Dallas", "Chicago", "Boston", "Hamburg", "Warszawa", "Genève", "Zürich", "Zurich"]


def clear(world, name):
    """The places that are meant by a name alone; None if smaller places called just so might be meant as well as an alternate name."""
    meant = world.places.important(name)
    return meant if meant and any(place_key(p.name) == place_key(name) for p in meant) or not world.places.named.get(place_key(name)) else None


@named("places/important")
def important(world, roll):
    if roll.random() < .15:
        # A village that is called just so is no wrong answer to „Cologne“.
        name = roll.choice(FAMOUS)
        found = clear(world, name) or world.places.important(name) + world.places.named.get(place_key(name), [])
    else:
        name = roll.choice(world.places.large).name
        found = clear(world, name)
    return geocode(roll.choice([name, name.lower(), name]), world.places.truth(found)) if found else None


def script(name):
    return next((unicodedata.name(c, "?").split()[0] for c in name if c.isalpha()), "?")


@named("places/alternate-Latin", "places/alternate-other-script")
def alternate(world, roll, style):
    place = roll.choice(world.places.large)
    names = [n for n in place.alternates if len(n) > 2 and all(c.isalpha() or c in " -'’" for c in n) and (script(n) == "LATIN") == (style == "alternate-Latin")
             and place_key(n) != place_key(place.name)]
    if not names:
        return None
    name = roll.choice(names)
    # Any place of that name may be meant, but small ones without a known population only if they are called just so.
    return geocode(name, world.places.truth(world.places.important(name) + world.places.named.get(place_key(name), []) + world.places.called[place_key(name)]))


def tails(place):
    """Ways to say where a place is, and what each of them says: the region, the country, or both."""
    regions = [place.region] if place.region else []
    if region_code(place):
        regions += [region_code(place)] + [OLD_STATES[place.region]] * (place.region in OLD_STATES)
    countries = COUNTRIES.get(place.country, []) + [place.country]
    return regions, countries


@named("places/with-region", "places/with-country", "places/with-both", "places/no-commas")
def combined(world, roll, style):
    place = roll.choice(world.places.large if roll.random() < .5 else world.places.all)
    regions, countries = tails(place)
    if not regions or place_key(place.region) == place_key(place.name):
        return None
    said = {"with-region": [roll.choice(regions)], "with-country": [roll.choice(countries)]}.get(style, [roll.choice(regions), roll.choice(countries)])
    found = world.places.fitting(place.name, place.region if style != "with-country" else "", place.country if style != "with-region" else "")
    if style == "with-region":
        # A code such as CA is a state's and a country's.
        if said[0].isupper() and len(said[0]) == 2:
            found += world.places.fitting(place.name, country=said[0])
    elif style == "with-country" and len(said[0]) == 2:
        found += world.places.fitting(place.name, STATES.get(said[0], "?"), "US")
    return geocode((" " if style == "no-commas" else ", ").join([place.name, *said]), world.places.truth(found))


@named("places/with-county")
def county(world, roll):
    place = roll.choice(world.places.in_country("US") if roll.random() < .5 else world.places.all)
    if not place.county or not place.region or place_key(place.county) == place_key(place.name):
        return None
    tail = [place.county] + roll.choice([[], [place.region], [roll.choice(tails(place)[0])], [place.region, place.country]])
    found = [p for p in world.places.fitting(place.name, country=place.country) if p.county == place.county and p.region == place.region]
    # Without the region, counties of the same name are all meant.
    others = [p for p in world.places.fitting(place.name) if p.county == place.county] if len(tail) == 1 else found
    return geocode(", ".join([place.name, *tail]), world.places.truth(others))


@named("places/slip")
def slip(world, roll):
    place = roll.choice(world.places.large if roll.random() < .6 else world.places.all)
    alone = place.population > 0 and roll.random() < .4
    if len(place_key(place.name)) < (7 if alone else 5) or not place.name.isascii() or not place.region:
        return None
    name = misspelt_city(world, roll, place.name, 1)
    if not name:
        return None
    near = [p for k in world.places.neighbours(place_key(name)) for p in world.places.named.get(k, []) + world.places.called.get(k, [])]
    if alone:
        # Of those called as the right one, the large ones are meant; which other name was meant nobody can say.
        return geocode(name, world.places.truth([p for p in near if p.population or place_key(p.name) != place_key(place.name)]))
    return geocode(f"{name}, {place.region}", world.places.truth([p for p in near if place_key(p.region) == place_key(place.region)]))


@named("places/two-slips")
def two_slips(world, roll):
    place = roll.choice(world.places.large)
    if len(place.name) < 8 or not place.name.isalpha() or not place.name.isascii() or place.country not in COUNTRIES:
        return None
    name = misspelt_city(world, roll, place.name, 2)
    if not name:
        return None
    asked = place_key(name)
    near = [p for p in world.places.in_country(place.country) if abs(len(place_key(p.name)) - len(asked)) < 3 and distance(place_key(p.name), asked, 2) <= 2]
    return geocode(f"{name}, {COUNTRIES[place.country][0]}", world.places.truth(near))


@named("places/old-abbreviation")
def old_abbreviation(world, roll):
    """„Springfield, Mass.“"""
    place = roll.choice(world.places.large if roll.random() < .5 else world.places.all)
    if place.country != "US" or place.region not in OLD_STATES:
        return None
    text = f"{place.name}, {OLD_STATES[place.region]}" + roll.choice(["", ", USA", " USA"])
    return geocode(text, world.places.truth(world.places.fitting(place.name, place.region, "US")))
