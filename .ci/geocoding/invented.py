"""Words that nothing in the data resembles."""
import collections
import functools
import random

from codes import COUNTRIES, STATES
from spelling import distance, fold

SYLLABLES = "quib zonk blor frip snaz glup vrox jeb thwim pliz dwex krob flum gwip skrav zuf bry quom xil vug wozz jyx druf pleek snorb zwee kwaf".split()


@functools.lru_cache(1)
def vocabulary(world):
    """All words of streets, cities and places, by their pairs of letters."""
    known = {w for h in world.houses.all for name in (h.street, h.city) for w in fold(name).split()}
    known |= {w for p in world.places.all for name in (p.name, p.region, *p.alternates) for w in fold(name).split()}
    known |= {w for names in COUNTRIES.values() for name in names for w in fold(name).split()} | {w for name in STATES.values() for w in fold(name).split()}
    pairs = collections.defaultdict(set)
    for word in known:
        if len(word) > 3:
            for i in range(len(word) - 1):
                pairs[word[i:i + 2]].add(word)
    return pairs


def is_strange(world, word):
    """Whether it is more than a third of its letters away from every known word, and none begins so."""
    counts = collections.Counter(w for i in range(len(word) - 1) for w in vocabulary(world).get(word[i:i + 2], ()))
    limit = max(3, len(word) // 3)
    return not any(count >= 2 and (distance(word, known, limit) <= limit or known.startswith(word[:5])) for known, count in counts.items())


@functools.lru_cache(1)
def strange_words(world):
    """300 words; they are the same for every class and seed, since they take long to try."""
    roll, made = random.Random("invented"), []
    while len(made) < 300:
        word = "".join(roll.choice(SYLLABLES) for _ in range(roll.choice([2, 3])))
        if len(word) > 6 and word not in made and is_strange(world, word):
            made.append(word)
    return made


def word(world, roll):
    return roll.choice(strange_words(world)).capitalize()


def street(world, roll, house=None):
    """A street that is nowhere, named after the fashion of a house's country."""
    if house is None or house.is_us:
        return f"{word(world, roll)} {roll.choice(['Street', 'St', 'Avenue', 'Ave', 'Road', 'Lane', 'Drive', 'Court'])}"
    return word(world, roll) + roll.choice(["strasse", "weg", "gasse", "platz"])
