"""The tables a locator is built from: those that are given, and three that are made."""
import csv
import os
import random
import shutil

GIVEN = ["addresses-autauga-tiger.csv", "addresses-baltimore-osm.csv", "addresses-nyc-osm.csv", "places-cities1000.csv", "places-large.csv"]
COLUMNS = ["number", "street", "postcode", "city", "country", "lon", "lat", "unit"]
EXTRACT = os.path.join("roads", "autauga-liechtenstein.osm.pbf")


def prepare(data, out):
    """Links what is given below `out`, makes the rest, and tells which tables there are."""
    os.makedirs(out, exist_ok=True)
    made = []
    for name in GIVEN:
        source, target = os.path.join(data, name), os.path.join(out, name)
        if not os.path.exists(source):
            print(f"{source} is not there: its queries are left out.")
            continue
        if os.path.lexists(target):
            os.remove(target)
        try:
            os.symlink(os.path.abspath(source), target)
        except OSError:
            shutil.copyfile(source, target)
        made.append(name)
    rows = liechtenstein(os.path.join(data, EXTRACT))
    if rows:
        write(os.path.join(out, "liechtenstein.csv"), rows)
        made.append("liechtenstein.csv")
    write(os.path.join(out, "foreign.csv"), foreign())
    taken = {row["name"].lower() for name in made if name.startswith("places") for row in read(os.path.join(out, name))}
    write(os.path.join(out, "crowd.csv"), crowd(taken))
    return made + ["foreign.csv", "crowd.csv"]


def write(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        sample = file.readline()
        file.seek(0)
        return list(csv.DictReader(file, delimiter=";" if ";" in sample else ","))


def liechtenstein(path):
    """Every node and way east of Greenwich that has a house number and a street; a way stands at the mean of its corners."""
    try:
        import osmium
    except ImportError:
        print("PyPI's osmium is not there: the addresses of Liechtenstein are left out.")
        return []
    if not os.path.exists(path):
        print(f"{path} is not there: the addresses of Liechtenstein are left out.")
        return []
    rows = []

    def add(tags, lon, lat):
        number, street = tags.get("addr:housenumber", "").strip(), tags.get("addr:street", "").strip()
        # A few entries repeat the street where the city should be.
        if number and street and lon > 0 and tags.get("addr:city") != street:
            rows.append({"number": number, "street": street, "postcode": tags.get("addr:postcode", ""), "city": tags.get("addr:city", ""),
                         "country": tags.get("addr:country", "LI"), "lon": f"{lon:.7f}", "lat": f"{lat:.7f}", "unit": tags.get("addr:unit", "")})

    class Addresses(osmium.SimpleHandler):
        def node(self, node):
            if "addr:housenumber" in node.tags:
                add(node.tags, node.location.lon, node.location.lat)

        def way(self, way):
            corners = [(n.lon, n.lat) for n in way.nodes if n.location.valid()] if "addr:housenumber" in way.tags else []
            if len(corners) > 1 and corners[0] == corners[-1]:
                corners.pop()
            if corners:
                add(way.tags, sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))

    Addresses().apply_file(path, locations=True)
    return rows


def foreign():
    """Invented addresses with Spanish, French and German street words, which the given tables lack."""
    roll, rows = random.Random("foreign"), []
    towns = [("Teruel", "44001", "ES", 40.3456, -1.1065, ["Calle", "Avenida de", "Plaza de", "Paseo de", "Carretera de", "Camino de"],
              ["Zurbano", "Velarde", "Quevedo", "Cervantes", "Alcaraz", "Bolonia", "Ribera", "Montesinos"]),
             ("Aurillac", "15000", "FR", 44.9307, 2.4447, ["Rue", "Avenue", "Boulevard", "Place", "Impasse", "Allée", "Chemin", "Quai"],
              ["Gambetta", "Lamartine", "Pasteur", "Voltaire", "Jaurès", "Clemenceau", "Mistral", "Vauban"]),
             ("Coburg", "96450", "DE", 50.2594, 10.9645, ["{}straße", "{}weg", "{}platz", "{}gasse", "{}allee"],
              ["Linden", "Brunnen", "Mozart", "Kepler", "Schiller", "Humboldt", "Ahorn", "Gärtner"])]
    for city, postcode, country, lat, lon, kinds, names in towns:
        for kind in kinds:
            for name in names:
                street = kind.format(name) if "{}" in kind else f"{kind} {name}"
                x, y = lon + roll.uniform(-.02, .02), lat + roll.uniform(-.02, .02)
                for number in range(1, 16, roll.choice([1, 2])):
                    rows.append({"number": str(number), "street": street, "postcode": postcode, "city": city, "country": country,
                                 "lon": f"{x + number * .0001:.7f}", "lat": f"{y + number * .00005:.7f}", "unit": ""})
    return rows


STEMS = "Alder Birk Cald Darn Elk Farl Gorm Hask Ingle Jarv Kess Lang Marl Nor Ost Pell Rad Selk Thorn Ulver Vann Wick Yarn Ash Brom".split()
ENDS = ("bury combe den dale ey field firth gill ham holt hurst keld low mere nell over quay rigg shaw stow thwaite tor wald wath wick worthy ster beck "
        "cott garth hithe lade moor pool royd side slack toft".split())


def crowd(taken):
    """Some 930 invented towns on the plains, called like no place that is `taken`, that all have the same three streets.

    They are more than any limit at which answers might be cut off.
    """
    roll, rows = random.Random("crowd"), []
    names = [stem + end for stem in STEMS for end in ENDS]
    for i, city in enumerate(names):
        if city.lower() in taken:
            continue
        lon, lat = -103 + i % 38 * .28 + roll.uniform(-.05, .05), 36.5 + i // 38 * .28 + roll.uniform(-.05, .05)
        for j, street in enumerate(["Main St", "Maple Ave", "Prospect St"]):
            for number in range(100, 109, 2):
                rows.append({"number": str(number), "street": street, "postcode": str(66001 + i), "city": city, "country": "US",
                             "lon": f"{lon + number * .0001:.7f}", "lat": f"{lat + j * .002:.7f}", "unit": ""})
    return rows
