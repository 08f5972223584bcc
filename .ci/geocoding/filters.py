"""Filters and bias: what is asked for within an area, in countries, near a place, or of a category."""
from address import draw, line, truth
from houses import metres
from query import geocode, named
from spelling import key, place_key


def filtered(roll, text, truth, **parameters):
    """Now and then only one answer is wanted: nothing may be cut off before the filter."""
    return geocode(text, truth, parameters=parameters | ({"maxResults": 1} if roll.random() < .4 else {}))


def box(lon, lat, degrees):
    return [round(lon - degrees, 6), round(lat - degrees, 6), round(lon + degrees, 6), round(lat + degrees, 6)]


def inside(area, spot):
    return area[0] <= spot.lon <= area[2] and area[1] <= spot.lat <= area[3]


def common_place(world, roll):
    """A place whose name others have as well, with all of these."""
    while True:
        place = roll.choice(world.places.all)
        found = world.places.fitting(place.name)
        if len(found) > 2:
            return place, found


@named("filters/area-place")
def area_place(world, roll):
    place, found = common_place(world, roll)
    area = box(place.lon, place.lat, roll.choice([.05, .2, 1]))
    # One with the name as an alternate one at the edge would be moot.
    return filtered(roll, place.name, [p.truth() for p in found if inside(area, p)], searchArea=area)


@named("filters/area-address")
def area_address(world, roll):
    house, number = draw(world, roll, accept=lambda h: not h.line)
    found = world.houses.fitting(number, house.street)
    area = box(house.lon, house.lat, .01)
    outside = [h for h in found if not h.line and not inside(area, h)]
    if not outside or any(h.line for h in found):
        return None
    return filtered(roll, line(house, number, city="", postcode=""), [h.truth(number) for h in found if inside(area, h)], searchArea=area)


@named("filters/area-street")
def area_street(world, roll):
    """A street alone that other cities have as well; the area holds all that its own city has of it."""
    house, _ = draw(world, roll, ["liechtenstein.csv"] * 3 + ["addresses-baltimore-osm.csv", "addresses-nyc-osm.csv"], lambda h: h.city)
    rows = world.houses.streets_of(house)
    mine = [h for h in rows if h.city == house.city]
    xs, ys = [h.lon for h in mine], [h.lat for h in mine]
    margin = roll.choice([.001, .003, .01])
    area = [round(min(xs) - margin, 6), round(min(ys) - margin, 6), round(max(xs) + margin, 6), round(max(ys) + margin, 6)]
    if any(h.line or (h not in mine and inside(area, h)) for h in rows) or len(mine) == len(rows) or not all(h.city for h in rows):
        return None
    return filtered(roll, house.street, [{"lon": h.lon, "lat": h.lat, "metres": 3000, "street": h.street, "type": ["StreetName"]} for h in mine][:20], searchArea=area)


def in_crowd(world, roll):
    """A house of the crowd, and what is asked for: it, or its street."""
    house, number = draw(world, roll, ["crowd.csv"])
    if roll.random() < .5:
        return house, f"{number} {house.street}", [h for h in world.houses.fitting(number, house.street)], {"number": number}
    return house, house.street, world.houses.streets_of(house), {"type": ["StreetName"]}


@named("filters/crowd-area")
def crowd_area(world, roll):
    house, text, rows, more = in_crowd(world, roll)
    area = box(house.lon, house.lat, roll.choice([.02, .05, .3]))
    found = [{"lon": h.lon, "lat": h.lat, "metres": 1500 if "type" in more else 5, "street": h.street} | more for h in rows if inside(area, h)]
    return filtered(roll, text, found, searchArea=area)


@named("filters/crowd-near")
def crowd_near(world, roll):
    """The town next to a point; the others are more than 15 km away."""
    house, text, rows, more = in_crowd(world, roll)
    near = [round(house.lon + roll.uniform(-.02, .02), 5), round(house.lat + roll.uniform(-.02, .02), 5)]
    found = [{"lon": h.lon, "lat": h.lat, "metres": 1500 if "type" in more else 5, "street": h.street} | more for h in rows if h.city == house.city]
    return filtered(roll, text, found, near=near)


@named("filters/country")
def country(world, roll):
    place, found = common_place(world, roll)
    others = sorted({p.country for p in found})
    if len(others) < 2:
        return None
    codes = sorted({place.country} | set(roll.sample(others, roll.randrange(1, min(3, len(others))))))[:3]
    if len(codes) == len(others):
        codes = [place.country]
    kept = [p for p in found if p.country in codes]
    return filtered(roll, place.name, [p.truth() for p in kept], countryCode=codes)


@named("filters/country-address")
def country_address(world, roll):
    house, number = draw(world, roll, ["liechtenstein.csv", "foreign.csv"], lambda h: h.country)
    found = world.houses.fitting(number, house.street, country=house.country)
    codes = [house.country] + roll.choice([[], ["CH"], ["US", "CH"]])
    return filtered(roll, line(house, number, postcode="", city=""), [h.truth(number) for h in found], countryCode=codes) if house in found else None


@named("filters/near-place")
def near_place(world, roll):
    """Of places of one name, none of them of known population: the nearest first, if it is much nearer than the next."""
    place, found = common_place(world, roll)
    if any(p.population for p in found):
        return None
    lon, lat = place.lon + roll.uniform(-.2, .2), max(-85, min(85, place.lat + roll.uniform(-.2, .2)))
    nearest = sorted((metres(lon, lat, p.lon, p.lat), i, p) for i, p in enumerate(found) if place_key(p.name) == place_key(place.name))
    if len(nearest) < 2 or nearest[1][0] < 4 * nearest[0][0] + 20_000:
        return None
    return filtered(roll, place.name, world.places.truth([nearest[0][2]]), near=[round(lon, 5), round(lat, 5)])


@named("filters/near-address")
def near_address(world, roll):
    house, number = draw(world, roll)
    if not number.isdigit():
        return None
    spots = [(h, h.truth(number)) for h in world.houses.fitting(number, house.street)]
    mine = next((t for h, t in spots if h == house), None)
    if not mine:
        return None
    lon, lat = round(mine["lon"] + roll.uniform(-.002, .002), 6), round(mine["lat"] + roll.uniform(-.002, .002), 6)
    ordered = sorted((metres(lon, lat, t["lon"], t["lat"]), t["lon"], t["lat"], repr(t)) for _, t in spots)
    far = [d for d, *_ in ordered if d > 2 * ordered[0][0] + 200]
    kept = [t for _, t in spots if metres(lon, lat, t["lon"], t["lat"]) <= ordered[0][0] * 1.05 + 5]
    if not far or len(far) + len(kept) < len(ordered):
        return None
    return filtered(roll, line(house, number, city="", postcode=""), kept, near=[lon, lat])


@named("filters/category")
def category(world, roll):
    if roll.random() < .4:
        place = roll.choice(world.places.all)
        found = world.places.fitting(place.name, place.region, place.country)
        kind = roll.choice(["City", "Populated Place", "PopulatedPlace", "Locality"])
        text = ", ".join(p for p in (place.name, place.region, place.country) if p)
        return filtered(roll, text, world.places.truth(found), categories=[kind]) if place.region else None
    house, number = draw(world, roll)
    if roll.random() < .4:
        rows = [h for h in world.houses.streets[key(house.street)] if h.postcode == house.postcode or h.city == house.city]
        text = ", ".join(p for p in (house.street, f"{house.postcode} {house.city}".strip()) if p)
        points = [{"lon": h.lon, "lat": h.lat, "metres": 5000, "street": h.street, "type": ["StreetName"]} for h in rows][:30]
        return filtered(roll, text, points, categories=[roll.choice(["Street Name", "StreetName"])])
    kinds = ["Address", "Street Address", "StreetAddress"] if house.line else ["Address", "Point Address", "PointAddress"]
    return filtered(roll, line(house, number), truth(world, house, number), categories=[roll.choice(kinds)])
