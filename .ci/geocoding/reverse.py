"""Points, and what is nearest to them."""
from address import draw
from houses import metres
from query import asked, named


def at(lon, lat, truth, **parameters):
    return asked("reverse", "", truth, {"near": [lon, lat]} | parameters)


@named("reverse/point")
def point(world, roll):
    """Within 20 m of a house: the nearest row, which may be a place or on a street's line."""
    house, _ = draw(world, roll, accept=lambda h: not h.line)
    lon, lat = round(house.lon + roll.uniform(-.0002, .0002), 7), round(house.lat + roll.uniform(-.00015, .00015), 7)
    near = sorted((metres(lon, lat, h.lon, h.lat), i) for i, h in enumerate(world.houses.tables[house.table]))
    best = near[0][0]
    # Two that are equally far but for a percent are both right.
    rows = [world.houses.tables[house.table][i] for d, i in near if d <= best * 1.01 + .02]
    place, distance, _ = world.places.nearest(lon, lat)
    return at(lon, lat, [{"lon": h.lon, "lat": h.lat, "metres": .5} for h in rows]) if distance > best + 50 else None


@named("reverse/line")
def on_line(world, roll):
    """On a street's line: there."""
    house, number = draw(world, roll, ["addresses-autauga-tiger.csv"])
    lon, lat = house.at(int(number))
    return at(round(lon, 7), round(lat, 7), [{"lon": round(lon, 7), "lat": round(lat, 7), "metres": 15}])


def nearest_place(world, lon, lat):
    place, distance, second = world.places.nearest(lon, lat)
    if second < distance * 1.01 + 10 and second - distance > 1:
        return None
    near = [p for p in world.places.same(place) if metres(lon, lat, p.lon, p.lat) <= distance * 1.01 + 10]
    if any(metres(lon, lat, h.lon, h.lat) < distance * 1.01 + 10_000 for h in world.houses.all if abs(h.lat - lat) < 3):
        return None
    return distance, [{"lon": p.lon, "lat": p.lat, "metres": 200} for p in (place, *near)]


@named("reverse/place", "reverse/pole", "reverse/date-line")
def place(world, roll, style):
    """The nearest place to points in settled country, towards the poles and across the date line. The distance granted is double the one needed."""
    somewhere = roll.choice(world.places.all)
    lon, lat = {"place": (somewhere.lon + roll.uniform(-.3, .3), max(-80, min(80, somewhere.lat + roll.uniform(-.3, .3)))),
                "pole": (roll.uniform(-180, 180), roll.choice([1, 1, -1]) * (90 - 25 * roll.random() ** 2)),
                "date-line": (roll.choice([1, -1]) * (180 - 3 * roll.random() ** 2), roll.uniform(-50, 75))}[style]
    lon, lat = round((lon + 180) % 360 - 180, 6), round(lat, 6)
    found = nearest_place(world, lon, lat)
    return at(lon, lat, found[1], distance=int(found[0] * 2) + 1000) if found else None


@named("reverse/nothing")
def nothing(world, roll):
    """Out at sea, more than 300 km from anything: nothing is said unless a distance is asked for."""
    lon, lat = round(roll.uniform(-180, 180), 5), round(roll.uniform(-70, 70), 5)
    return at(lon, lat, []) if world.places.nearest(lon, lat)[1] > 300_000 else None
