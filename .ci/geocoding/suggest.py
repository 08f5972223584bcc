"""What somebody is typing: completions of one to eight letters."""
from address import draw
from query import asked, named
from spelling import place_key


def offered(text, truth, **parameters):
    return asked("suggest", text, truth, {"maxResults": 10} | parameters)


@named("suggest/near-place", "suggest/near-place-lower-case")
def near_place(world, roll, style):
    """Somebody stands in a large city and types its name."""
    place = roll.choice(world.places.large)
    letters = roll.randrange(1, 9)
    if len(place.name) < letters or not place.name[:letters].strip().isascii():
        return None
    text = place.name[:letters]
    near = [round(place.lon + roll.uniform(-.01, .01), 5), round(place.lat + roll.uniform(-.01, .01), 5)]
    return offered(text.lower() if style.endswith("case") else text, world.places.truth([place]), near=near)


@named("suggest/important")
def important(world, roll):
    """Three to eight letters of the most populous city that begins so, one of half a million."""
    place = roll.choice(world.places.large)
    letters = roll.randrange(3, 9)
    start = place_key(place.name)[:letters]
    if len(place.name) < letters or not place.name[:letters].isascii() or place.name[:letters] != place.name[:letters].strip():
        return None
    if place.population < 500_000:
        return None
    rivals = [p.population for p in world.places.large if any(place_key(n).startswith(start) for n in (p.name, *p.alternates))]
    return offered(place.name[:letters], world.places.truth([place])) if place.population == max(rivals) else None


@named("suggest/near-street")
def near_street(world, roll):
    """Two to eight letters of a street near by; any other near street that begins so will do."""
    house, _ = draw(world, roll)
    text = house.street[:roll.randrange(2, 9)]
    if len(text.strip()) < 2:
        return None
    alike = [h for h in world.houses.all if abs(h.lon - house.lon) + abs(h.lat - house.lat) < .1 and h.street.lower().startswith(text.lower())]
    truth = {h.street: {"lon": h.lon, "lat": h.lat, "metres": 5000, "place": h.street, "street": h.street} for h in alike}
    return offered(text, list(truth.values())[:60], near=[round(house.lon + .0005, 5), round(house.lat, 5)])


@named("suggest/number-and-street")
def with_number(world, roll):
    """A number and the beginning of its street, near by: the house or the street."""
    house, number = draw(world, roll, accept=lambda h: h.is_us)
    letters = roll.randrange(2, 9)
    if len(house.street) < letters or not number.isdigit():
        return None
    start = house.street[:letters].rstrip()
    alike = [h for h in world.houses.all if abs(h.lon - house.lon) + abs(h.lat - house.lat) < .1 and h.street.lower().startswith(start.lower())]
    truth = {h.street: {"lon": h.lon, "lat": h.lat, "metres": 5000, "place": f"{number} {h.street}", "street": h.street} for h in alike}
    return offered(f"{number} {start}", list(truth.values())[:60], near=[round(house.lon + .0005, 5), round(house.lat, 5)])


@named("suggest/crowd")
def crowd(world, roll):
    """Two to eight letters of a street that all towns of the crowd have, typed in one of them."""
    house, number = draw(world, roll, ["crowd.csv"])
    text = house.street[:roll.randrange(2, 9)].rstrip()
    near = [round(house.lon + roll.uniform(-.01, .01), 5), round(house.lat + roll.uniform(-.01, .01), 5)]
    rows = [h for h in world.houses.all if h.city == house.city and h.street.startswith(text)]
    return offered(text, [{"lon": h.lon, "lat": h.lat, "metres": 5000, "place": h.street, "street": h.street} for h in rows if h.number == "100"], near=near)
