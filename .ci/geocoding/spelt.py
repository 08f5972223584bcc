"""Umlauts, compounds, saints, highways and the street words of other languages."""
import functools
import re

from address import draw, line, region, truth
from query import geocode, named
from spelling import key, words

COMPOUND = re.compile(r"(?i)(?<=\w)[ -]?stra(ss|ß)e$")
SAINT = re.compile(r"(Saint|St\.|Mount|Mt\.|Fort|Ft\.) ")
UMLAUTS = {"oe": str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}),
           "plain": str.maketrans({"ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U", "ß": "s"})}


@named("umlauts/oe", "umlauts/plain")
def umlauts(world, roll, style):
    house, number = draw(world, roll, ["liechtenstein.csv", "liechtenstein.csv", "liechtenstein.csv", "foreign.csv"], lambda h: re.search("[äöüÄÖÜ]", h.street))
    street = house.street.translate(UMLAUTS[style])
    # „Aeulestrasse“ and „Äulestrasse“ are two.
    if key(street) in world.houses.streets and key(street) != key(house.street):
        return None
    return geocode(line(house, number, street), truth(world, house, number))


@named("umlauts/added")
def added(world, roll):
    """Written with an umlaut where the data have oe, or none."""
    house, number = draw(world, roll, ["liechtenstein.csv"], lambda h: re.search("(?<![aeq])[oa]e|[aou]", h.street))
    street = re.sub("oe", "ö", house.street) if "oe" in house.street else re.sub("[aou]", lambda m: m[0].translate({97: "ä", 111: "ö", 117: "ü"}), house.street, count=1)
    return geocode(line(house, number, street), truth(world, house, number)) if key(street) == key(house.street) or "oe" in house.street else None


@named("compounds/strasse")
def compounds(world, roll):
    house, number = draw(world, roll, ["liechtenstein.csv"] * 5 + ["foreign.csv"], lambda h: COMPOUND.search(h.street))
    ending = roll.choice(["str.", "str", "strase", "straße", " Strasse", "-Strasse", " Straße", " Str.", "-Str."])
    street = COMPOUND.sub(ending, house.street)
    return geocode(line(house, number, street), truth(world, house, number)) if street != house.street else None


@named("compounds/other")
def other_compounds(world, roll):
    ending = roll.choice(["weg", "gasse", "gass", "platz", "allee", "feld", "dorf", "hof"])
    house, number = draw(world, roll, ["liechtenstein.csv"] * 4 + ["foreign.csv"], lambda h: re.search(rf"\w{{3}}{ending}$", h.street))
    parted = re.sub(f"{ending}$", roll.choice([" ", "-"]) + ending.title(), house.street)
    return geocode(line(house, number, parted), truth(world, house, number))


@named("saint-mount/streets")
def saints(world, roll):
    house, number = draw(world, roll, accept=lambda h: re.match(r"(St\.?|Saint|Sankt) \w", h.street))
    saint = roll.choice(["St.", "St", "Saint"] if house.is_us else ["St.", "St", "Sankt"])
    street = re.sub(r"^(St\.?|Saint|Sankt) ", saint + " ", house.street)
    return geocode(line(house, number, street, region=region(house)), truth(world, house, number)) if street != house.street else None


@functools.lru_cache(1)
def saintly(places):
    return [p for p in places.all if p.region and p.country in ("US", "CA", "GB", "AU") and SAINT.match(p.name)]


@named("saint-mount/places")
def mounts(world, roll):
    place = roll.choice(saintly(world.places))
    match = SAINT.match(place.name)
    other = {"Saint": ["St", "St."], "St.": ["Saint", "St"], "Mount": ["Mt", "Mt."], "Mt.": ["Mount", "Mt"], "Fort": ["Ft", "Ft."], "Ft.": ["Fort"]}[match[1]]
    rest = place.name[match.end():]
    short, full = match[1].rstrip(".")[0] + "t", {"S": "Saint", "M": "Mount", "F": "Fort"}[match[1][0]]
    found = [p for first in (short, short + ".", full) for p in world.places.fitting(f"{first} {rest}", place.region, place.country)]
    return geocode(f"{roll.choice(other)} {rest}, {place.region}", world.places.truth(found))


# What a highway is called in the data, what people call it, and what else the data may mean by that.
HIGHWAYS = [(r"US Hwy (\d+)$", ["US {}", "US-{}", "U.S. {}", "U.S. Highway {}", "US Highway {}", "US Route {}", "US Hwy {}", "Highway {}", "Hwy {}"], r"(us|old) hwy {}\b"),
            (r"State Rte (\d+)( [EW])?$", ["State Route {}", "State Rt {}", "SR {}", "SR-{}", "State Highway {}", "State Road {}", "AL {}", "Alabama {}", "Hwy {}",
                                      "Highway {}", "Route {}"],
             r"(state rte|old hwy|us hwy) {}\b"),
            (r"(?:Autauga County|Co Rd) ?(\d+)( [NEW])?$", ["County Road {}", "Co Rd {}", "Co. Rd. {}", "CR {}", "County Rd {}", "Cnty Rd {}", "County Highway {}",
                                                           "Autauga County Road {}", "Autauga County {}", "Autauga Co Rd {}", "Autauga Co {}", "CR-{}"],
             r"(autauga co|co rd|county road|autauga county) ?{}\b")]


@named("highways/US", "highways/state", "highways/county")
def highways(world, roll, kind):
    pattern, spellings, meant = HIGHWAYS[["US", "state", "county"].index(kind)]
    house, number = draw(world, roll, ["addresses-autauga-tiger.csv"], lambda h: re.match(pattern, h.street))
    match = re.match(pattern, house.street)
    nth, end = match[1], (match[2] or "" if match.lastindex > 1 else "")
    fits = lambda h: re.search(meant.format(nth), " ".join(words(h.street))) or re.search(meant.format(nth), h.street.lower())
    found = world.houses.fitting(number, accept=lambda h: h.is_us and fits(h), city=house.city, postcode=house.postcode)
    text = line(house, number, roll.choice(spellings).format(nth) + end, region=roll.choice(["", "AL"]))
    return geocode(text, [h.truth(number) for h in found])


FOREIGN = {"ES": [("Calle", ["C/", "C.", "Cl.", "C/ de", "calle"]), ("Avenida de", ["Avda.", "Av.", "Avda. de", "Av. de", "avenida"]), ("Plaza de", ["Pza.", "Plza. de", "Pl. de"]),
                  ("Paseo de", ["Pº", "P.º de", "Pso. de"]), ("Carretera de", ["Ctra.", "Ctra. de"]), ("Camino de", ["Cno.", "Cno. de"])],
           "FR": [("Rue", ["R.", "r.", "rue"]), ("Avenue", ["Av.", "Ave", "av"]), ("Boulevard", ["Bd", "Bd.", "Bld", "Blvd", "Boul."]), ("Place", ["Pl.", "pl"]),
                  ("Impasse", ["Imp.", "imp"]), ("Allée", ["All.", "allee"]), ("Chemin", ["Ch.", "Che", "Chem."]), ("Quai", ["quai", "QUAI"])],
           "DE": [("straße", ["str.", "str", "strasse", " Straße", " Str."]), ("weg", ["-Weg", " Weg", "weg"]), ("platz", ["pl.", "-Platz", " Platz"]), ("gasse", ["gasse", " Gasse"]),
                  ("allee", ["-Allee", " Allee"])]}


@named("foreign/Spanish", "foreign/French", "foreign/German")
def foreign(world, roll, language):
    country = {"Spanish": "ES", "French": "FR", "German": "DE"}[language]
    house, number = draw(world, roll, ["foreign.csv"], lambda h: h.country == country)
    kind, others = next((k, o) for k, o in FOREIGN[country] if (house.street.endswith(k) if country == "DE" else house.street.startswith(k + " ")))
    street = house.street.replace(kind, roll.choice(others))
    order = [f"{number} {street}", f"{street} {number}", f"{street}, {number}"][roll.randrange(3) if country != "DE" else 1]
    tail = roll.choice([house.city, f"{house.postcode} {house.city}"])
    return geocode(f"{order}, {tail}", truth(world, house, number))
