"""House numbers with letters, fractions, ranges and signs."""
import re

from address import draw, line, truth
from query import geocode, named
from spelling import number_key


@named("numbers/letters")
def letters(world, roll):
    house, number = draw(world, roll, accept=lambda h: re.fullmatch(r"\d+[ -]?[A-Za-z]", h.number))
    digits, letter = re.fullmatch(r"(\d+)[ -]?([A-Za-z])", number).groups()
    written = roll.choice(["{}{}", "{} {}", "{}-{}"]).format(digits, roll.choice([letter.upper(), letter.lower()]))
    return geocode(line(house, written), truth(world, house, number))


@named("numbers/fraction")
def fraction(world, roll):
    house, number = draw(world, roll, accept=lambda h: re.search(r"\d \d/\d$", h.number))
    written = roll.choice([number, number.replace(" 1/2", "½").replace(" 1/4", "¼"), number.replace(" 1/2", " ½").replace(" 1/4", " ¼"), number.replace(" ", "-")])
    return geocode(line(house, written, postcode=roll.choice(["", house.postcode]), city=house.city), truth(world, house, number, ("city",)))


@named("numbers/range")
def spans(world, roll):
    """„12-14“: one of the two, a number between them that exists, or the row that says so itself."""
    house, number = draw(world, roll)
    if not number.isdigit():
        return None
    low, high = int(number), int(number) + roll.choice([2, 2, 4])
    if not world.houses.fitting(str(high), house.street, house.city, house.postcode):
        return None
    written = f"{low}{roll.choice(['-', '–', ' - '])}{high}"
    found = [t for n in (*map(str, range(low, high + 1)), f"{low}-{high}")
             for t in (h.truth(n) for h in world.houses.fitting(n, house.street, house.city, house.postcode))]
    # An engine may repeat the range as the number.
    return geocode(line(house, written), found + [t | {"number": f"{low}-{high}"} for t in found])


@named("numbers/as-in-the-data")
def odd(world, roll):
    """Numbers such as 24 REAR-A, 31;33 and 71-75 as they stand there."""
    house, number = draw(world, roll, accept=lambda h: h.number and not h.number.isdigit())
    return geocode(line(house, number), truth(world, house, number))


@named("numbers/No.")
def sign(world, roll):
    house, number = draw(world, roll)
    if not number.isdigit():
        return None
    signs = ["No. {}", "No {}", "Number {}", "№ {}", "#{}"] if house.is_us else ["Nr. {}", "Nr {}", "No. {}", "Haus {}", "Nummer {}"]
    return geocode(line(house, roll.choice(signs).format(number)), truth(world, house, number))


@named("numbers/letter-not-there")
def unknown_letter(world, roll):
    """12A where only 12 is: that house, at less than a full score."""
    house, number = draw(world, roll, accept=lambda h: h.number.isdigit())
    written = number + roll.choice("ABCD")
    if any(number_key(h.number).startswith(number) and not h.number.isdigit() for h in world.houses.streets_of(house)):
        return None
    found = truth(world, house, number)
    return geocode(line(house, written), [{k: v for k, v in t.items() if k != "number"} | {"below": 100} for t in found]) if found else None
