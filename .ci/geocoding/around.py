"""What people write around an address: who lives there, which neighbourhood it is, what the postman shall do."""
from address import draw, line, region, truth
from houses import REGIONS
from query import geocode, named

OCCUPANTS = ["Joe's Diner", "Acme Plumbing", "Dr. Alice Nowak", "Zeller & Sons", "Kwik Laundromat", "Blue Kettle Cafe", "Family Ostrowski", "c/o Jane Doe"]
NOTES = ["ring twice", "leave at reception", "behind the garage", "attention Bob", "blue door", "deliveries only", "entrance in the courtyard"]
NEIGHBOURHOODS = ["Tulip Quarter", "Old Brewery District", "Copper Flats", "Roland Park", "Fells Point", "Greenwich Village", "Canton Industrial Area"]
WORDS = {1: "One", 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine", 10: "Ten", 11: "Eleven", 12: "Twelve",
         15: "Fifteen", 20: "Twenty", 21: "Twenty-One", 30: "Thirty", 45: "Forty Five", 50: "Fifty"}
COUNTRIES = {"US": ["Estados Unidos", "États-Unis", "Vereinigte Staaten", "EE.UU."], "LI": ["Fürstentum Liechtenstein", "Principality of Liechtenstein"]}


def drawn(world, roll):
    """Plain ones, whose city is known: otherwise a neighbourhood is the city that is named."""
    return draw(world, roll, REGIONS, lambda h: h.city and (h.line or h.number.isdigit()) and not any(c.isdigit() for c in h.street))


@named("around/occupant", "around/occupant-without-comma", "around/note", "around/neighbourhood", "around/preposition")
def around(world, roll, style):
    house, number = drawn(world, roll)
    address = line(house, number, region=region(house))
    street, rest = f"{number} {house.street}", line(house, "", street="", region=region(house))
    written = {
        "occupant": lambda: f"{roll.choice(OCCUPANTS)}, {address}",
        "occupant-without-comma": lambda: f"{roll.choice(OCCUPANTS)} {address}",
        "note": lambda: f"{address}, {roll.choice(NOTES)}",
        "neighbourhood": lambda: f"{street}, {roll.choice(NEIGHBOURHOODS)}, {rest}",
        "preposition": lambda: f"{roll.choice(['near', 'Near', 'at', 'opposite'])} {address}",
    }[style]()
    return geocode(written, truth(world, house, number))


@named("around/number-in-words")
def in_words(world, roll):
    house, number = draw(world, roll, REGIONS, lambda h: h.line or h.number.isdigit() and int(h.number) in WORDS)
    if int(number) not in WORDS:
        return None
    return geocode(line(house, roll.choice([WORDS[int(number)], WORDS[int(number)].lower()]), region=region(house)), truth(world, house, number))


@named("around/country-in-another-language")
def foreign_country(world, roll):
    house, number = draw(world, roll, accept=lambda h: h.city)
    country = roll.choice(COUNTRIES["US" if house.is_us else "LI"])
    return geocode(line(house, number, region=region(house), country=country), truth(world, house, number))
