"""What is nowhere: words, streets of other cities, numbers that a street lacks. It is not answered with a score that reads as a match."""
import re

from address import draw, line, region
from fallback import cities
from houses import city_key
from invented import street, word
from ordinals import whole_street
from query import named, unanswerable
from spelling import distance, key

TOWNS = [("Vaduz", "9490", "LI"), ("Ruggell", "9491", "LI"), ("Triesen", "9495", "LI"), ("Baltimore", "21231", "US"), ("Dundalk", "21222", "US"), ("Autauga", "36067", "US")]
BEYOND = ["Houston", "Paris", "Chicago", "Hamburg", "Seattle", "Sydney", "Madrid", "Toronto", "Miami", "Vienna"]


@named("junk/words")
def words(world, roll):
    some = [word(world, roll) for _ in range(roll.randrange(1, 5))]
    text = " ".join(some) if roll.random() < .5 else f"{roll.randrange(1, 2000)} {street(world, roll)}"
    return unanswerable(roll.choice([text, text.lower(), f"{text}, {word(world, roll)}"]))


def is_known(world, name, city):
    """Whether a street of this name, or of one like it, might be in a city: rows that name no city might be."""
    asked = key(name)
    limit = max(2, len(asked) // 4)
    for known, rows in world.houses.streets.items():
        if any(not h.city or city_key(h.city) == city_key(city) for h in rows) and (distance(asked, known, limit) <= limit or asked in known or known in asked):
            return True
    return False


@named("junk/other-city", "junk/other-city-beyond")
def other_city(world, roll, style):
    # „Autauga County 9, Chicago“ says itself where it is.
    house, number = draw(world, roll, accept=lambda h: h.city and "(" not in h.city and "County" not in h.street)
    if style == "other-city-beyond":
        # Every street that a row without a city has might be anywhere.
        city, postcode, country = roll.choice(BEYOND), "", ""
    else:
        city, postcode, country = roll.choice(TOWNS)
    neighbours = {"Baltimore", "Dundalk", "Highlandtown", "Rosedale"}
    if city_key(city) == city_key(house.city) or {city, house.city} <= neighbours or is_known(world, house.street, city):
        return None
    postcode = roll.choice(["", postcode])
    text = line(house, number, city=city, postcode=postcode)
    towns = cities(world, city, country, True) if style == "other-city" else world.places.truth(world.places.fitting(city), type=["Locality"])
    there = [town | {"below": 100} for town in towns]
    if postcode:
        there += [a | {"type": ["Postal", "PostalLoc"]} for a in there]
    return unanswerable(text) | {"truth": there, "optional": True}


@named("junk/unknown-city")
def unknown_city(world, roll):
    """A house of the data, in a city of which nobody has heard: it is another one."""
    # „Autauga County 9“ says itself where it is.
    house, number = draw(world, roll, accept=lambda h: h.city and "County" not in h.street)
    # A street of a row without a city may be there.
    if is_known(world, house.street, ""):
        return None
    city = roll.choice(["{}", "{}", "{} Heights", "North {}"]).format(word(world, roll).title())
    return unanswerable(line(house, number, city=city, postcode="", region=roll.choice(["", region(house)])))


@named("junk/other-number")
def other_number(world, roll):
    """The street may be answered, or a near number that says so, but no house as if it were the one."""
    house, number = draw(world, roll)
    rows = world.houses.streets_of(house)
    asked = str(int(re.match(r"\d*", number)[0] or 0) + roll.choice([-14, 13, 37, 110, 999, 5000]))
    if int(asked) < 1 or any(h.has(int(asked)) if h.line else asked in re.split(r"\D+", h.number) or re.search(r"[-–]", h.number) for h in rows):
        return None
    there = [whole_street(rows, type=["StreetAddressExt", "StreetName"], below=100)]
    if house.postcode or house.city:
        there += [{k: v for k, v in there[0].items() if k != "street"} | {"type": ["Postal", "PostalLoc", "Locality"], "metres": there[0]["metres"] + 15_000}]
    return unanswerable(line(house, asked)) | {"truth": there, "optional": True}


@named("junk/text")
def text(world, roll):
    """Sentences and codes that people paste by mistake; single words of them may be places, so they are long."""
    some = [word(world, roll).lower() for _ in range(3)]
    texts = [f"please call {some[0]} about {some[1]} {some[2]} tomorrow", f"see attached {some[0]} {some[1]}", f"{some[0]}.{some[1]}@{some[2]}.invalid",
             f"https://{some[0]}.invalid/{some[1]}?{some[2]}=1", f"order {roll.randrange(10**7, 10**8)} {some[0]} {some[1]}", f"tbd {some[0]} unknown {some[1]}"]
    return unanswerable(roll.choice(texts))
