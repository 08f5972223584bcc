"""Addresses with a word that is misspelt, misheard, joined, split, cut or bent."""
import slips
from address import draw, likened, line, name_words, replaced, truth
from cities import misspelt_city
from query import geocode, named
from spelling import KINDS, distance, key, words


def drawn(world, roll, least):
    """A house whose street's name has words of so many letters, and where these are."""
    house, number = draw(world, roll, accept=lambda h: name_words(h.street, least))
    return house, number, name_words(house.street, least)


@named("slip/insert", "slip/delete", "slip/replace", "slip/transpose")
def slip(world, roll, kind):
    house, number, at = drawn(world, roll, 4)
    index = roll.choice(at)
    word = slips.KINDS[kind](roll, house.street.split()[index])
    street = word and replaced(house.street, index, word)
    return geocode(line(house, number, street), likened(world, house, number, street)) if street else None


@named("slip/street-type")
def slip_in_type(world, roll):
    house, number = draw(world, roll, ["addresses-baltimore-osm.csv", "addresses-nyc-osm.csv"], lambda h: h.street.split()[-1].isalpha() and len(h.street.split()[-1]) > 3)
    index = len(house.street.split()) - 1
    word = slips.KINDS[roll.choice(sorted(slips.KINDS))](roll, house.street.split()[index])
    street = word and index and replaced(house.street, index, word)
    return geocode(line(house, number, street), likened(world, house, number, street)) if street else None


@named("slip/city")
def slip_in_city(world, roll):
    house, number = draw(world, roll, accept=lambda h: h.city and len(h.city) > 4)
    city = misspelt_city(world, roll, house.city, 1)
    return geocode(line(house, number, city=city), truth(world, house, number)) if city else None


@named("two-slips/one-word")
def two_in_one(world, roll):
    house, number, at = drawn(world, roll, 7)
    index = roll.choice(at)
    word = house.street.split()[index]
    twice = word
    for _ in range(2):
        twice = slips.KINDS[roll.choice(sorted(slips.KINDS))](roll, twice) or twice
    if distance(word.lower(), twice.lower()) != 2:
        return None
    street = replaced(house.street, index, twice)
    return geocode(line(house, number, street), likened(world, house, number, street))


@named("two-slips/two-words")
def two_in_two(world, roll):
    house, number, at = drawn(world, roll, 5)
    street, city = house.street, None
    if len(at) > 1 and roll.random() < .5:
        for index in roll.sample(at, 2):
            street = replaced(street, index, slips.KINDS[roll.choice(sorted(slips.KINDS))](roll, street.split()[index]) or street.split()[index])
    elif len(house.city) > 4:
        index = roll.choice(at)
        street = replaced(street, index, slips.KINDS[roll.choice(sorted(slips.KINDS))](roll, street.split()[index]) or "")
        city = misspelt_city(world, roll, house.city, 1)
    if distance(key(street), key(house.street)) + bool(city) != 2:
        return None
    return geocode(line(house, number, street, city), likened(world, house, number, street))


@named("words/phonetic")
def phonetic(world, roll):
    house, number, at = drawn(world, roll, 4)
    index = roll.choice(at)
    word = slips.misheard(roll, house.street.split()[index])
    street = word and replaced(house.street, index, word)
    return geocode(line(house, number, street), likened(world, house, number, street)) if street else None


@named("words/joined")
def joined(world, roll):
    house, number, _ = drawn(world, roll, 3)
    parts, at = house.street.split(), name_words(house.street, 3)
    pairs = [i for i in at if i + 1 in at or parts[i + 1:] == ["Strasse"]]
    if not pairs:
        return None
    index = roll.choice(pairs)
    street = " ".join(parts[:index] + [parts[index] + parts[index + 1].lower()] + parts[index + 2:])
    return geocode(line(house, number, street), truth(world, house, number))


@named("words/split")
def split(world, roll):
    house, number, at = drawn(world, roll, 7)
    index = roll.choice(at)
    word = house.street.split()[index]
    cut = roll.randrange(3, len(word) - 2)
    # A kind cut off („Haldenstr asse“ is none, „Mt Vernon“ is) would be read as one.
    if {w for part in (word[:cut], word[cut:]) for w in words(part)} & KINDS:
        return None
    return geocode(line(house, number, replaced(house.street, index, word[:cut] + " " + word[cut:])), truth(world, house, number))


@named("words/truncated")
def truncated(world, roll):
    house, number, at = drawn(world, roll, 7)
    index = roll.choice(at)
    word = house.street.split()[index]
    cut = word[:max(5, len(word) - roll.randrange(2, 4))]
    mine = words(house.street)
    if words(cut)[0] in world.houses.words or len(cut) * 5 < len(word) * 3:
        return None

    def fits(street):
        other = words(street)
        return len(other) == len(mine) and all(a == b or (a.startswith(words(cut)[0]) and b == words(word)[0]) for a, b in zip(other, mine))
    street = replaced(house.street, index, cut)
    return geocode(line(house, number, street), likened(world, house, number, street, accept=fits))


@named("words/plural", "words/possessive")
def bent(world, roll, style):
    house, number, at = drawn(world, roll, 4)
    index = roll.choice(at)
    word = house.street.split()[index]
    if word.endswith("s"):
        street = replaced(house.street, index, word[:-1] if style == "plural" else word[:-1] + "'s")
    else:
        street = replaced(house.street, index, word + ("s" if style == "plural" else roll.choice(["'s", "’s"])))
    if style == "possessive" and key(street) == key(house.street):
        return geocode(line(house, number, street), truth(world, house, number))
    return geocode(line(house, number, street), likened(world, house, number, street))
