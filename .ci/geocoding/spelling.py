"""One spelling for names that mean the same, and how far two spellings are apart."""
import functools
import re
import unicodedata

TYPES = {
    "street": "st", "saint": "st", "sankt": "st", "avenue": "ave", "av": "ave", "boulevard": "blvd", "drive": "dr", "lane": "ln",
    "road": "rd", "court": "ct", "circle": "cir", "place": "pl", "parkway": "pkwy", "highway": "hwy", "trail": "trl", "terrace": "ter",
    "square": "sq", "view": "vw", "cove": "cv", "point": "pt", "crossing": "xing", "mount": "mt", "route": "rte", "county": "co",
    "str": "strasse", "mountain": "mtn", "heights": "hts", "crescent": "cres", "alley": "aly"}
DIRECTIONS = {"north": "n", "south": "s", "east": "e", "west": "w", "northeast": "ne", "northwest": "nw", "southeast": "se", "southwest": "sw"}
ABBREVIATIONS = {"Street": "St", "Avenue": "Ave", "Boulevard": "Blvd", "Drive": "Dr", "Lane": "Ln", "Road": "Rd", "Court": "Ct", "Circle": "Cir",
                 "Place": "Pl", "Parkway": "Pkwy", "Highway": "Hwy", "Trail": "Trl", "Terrace": "Ter", "Square": "Sq",
                 "North": "N", "South": "S", "East": "E", "West": "W"}
EXPANSIONS = {short: long for long, short in ABBREVIATIONS.items()}
UNITS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
         "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"]
TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety"}
# Words that say what kind of street it is, as they stand after `words`.
KINDS = set(TYPES.values()) | set(DIRECTIONS.values()) | {"way", "loop", "run", "ridge", "broadway", "mews", "us", "state", "old", "alt", "of", "the"}


def fold(text):
    """Lower case without diacritics, ß as ss; everything that is no letter, digit or vowel sign becomes a space."""
    text = text.casefold().translate({0x142: "l", 0xF8: "o", 0x111: "d", 0x131: "i", 0xE6: "ae", 0x153: "oe"})
    text = re.sub(r"(?<=\w)['’‘`´](?=\w)|(?<=\w)\.(?=\w\b)", "", text)
    text = "".join(c for c in unicodedata.normalize("NFD", text) if not 0x300 <= ord(c) <= 0x36F)
    return "".join(" " if unicodedata.category(c)[0] in "PSZC" else c for c in unicodedata.normalize("NFC", text))


def ordinal(number):
    """45 → 45th"""
    return f"{number}{'th' if 10 <= number % 100 <= 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def ordinal_words(number):
    """45 → forty-fifth"""
    if number < 20:
        return UNITS[number]
    tens, unit = TENS[number // 10 * 10], number % 10
    return f"{tens}-{UNITS[unit]}" if unit else tens[:-1] + "ieth"


@functools.lru_cache(200_000)
def words(name):
    """The words of a street's name, each in its one spelling, „County32“ as „County 32“."""
    plain = fold(re.sub(r"(?<=[^\W\d]{3})(?=\d)", " ", name)).split()
    return tuple(TYPES.get(word, DIRECTIONS.get(word, word)) for word in plain)


@functools.lru_cache(200_000)
def key(name):
    """A street's name without what people write differently: spaces too, since „Schaaner Strasse“ is „Schaanerstrasse“."""
    return re.sub(r"str$", "strasse", "".join(words(name)))


@functools.lru_cache(200_000)
def place_key(name):
    return "".join("saint" if word in ("st", "sankt") else word for word in fold(name).split())


@functools.lru_cache(100_000)
def number_key(number):
    """12 a, 12-A and 12A are one number; 131 1/2 is not 1311/2."""
    text = number.upper().replace("½", " 1/2").replace("¼", " 1/4").strip()
    fraction = re.search(r"\s*(\d/\d)$", text)
    head = re.sub(r"[\s-]+(?=[A-Z])|(?<=[A-Z])[\s-]+", "", text[:fraction.start()] if fraction else text)
    return head + (" " + fraction[1] if fraction else "")


def distance(one, other, limit=9):
    """Insertions, deletions, replacements and transpositions of neighbours (optimal string alignment); more than `limit` is limit + 1."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before, last = None, list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(row[j - 1] + 1, last[j] + 1, last[j - 1] + (a != b))
            if before and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before, last = last, row
    return last[-1]
