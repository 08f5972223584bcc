"""Crossings of streets, from the lines of the address ranges."""
import collections
import functools
import math

import slips
from query import geocode, named, unanswerable
from spelling import KINDS, distance, key, words

NEAR, FAR = 30, 500  # metres
CELL = .0006  # degrees; more than NEAR anywhere below 60° of latitude
FORMS = ["{} & {}", "{} and {}", "{} / {}", "{} at {}", "{} @ {}", "corner of {} and {}", "Corner of {} & {}", "intersection of {} and {}", "{}/{}", "{} AND {}"]


def closest(a, b, c, d):
    """The distance of two segments in metres and the point midway between where they are closest, on a plane around the first."""
    scale = math.cos(math.radians(a[1])) * 111_320
    flat = [((p[0] - a[0]) * scale, (p[1] - a[1]) * 110_950) for p in (a, b, c, d)]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = flat

    def foot(px, py, x0, y0, x1, y1):
        square = (x1 - x0) ** 2 + (y1 - y0) ** 2
        t = max(0, min(1, ((px - x0) * (x1 - x0) + (py - y0) * (y1 - y0)) / square)) if square else 0
        x, y = x0 + t * (x1 - x0), y0 + t * (y1 - y0)
        return math.hypot(px - x, py - y), (px + x) / 2, (py + y) / 2
    best = min(foot(ax, ay, cx, cy, dx, dy), foot(bx, by, cx, cy, dx, dy), foot(cx, cy, ax, ay, bx, by), foot(dx, dy, ax, ay, bx, by))
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if across:
        t, u = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across, ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across
        if 0 <= t <= 1 and 0 <= u <= 1:
            best = 0, ax + t * (bx - ax), ay + t * (by - ay)
    return best[0], a[0] + best[1] / scale, a[1] + best[2] / 110_950


def cells(a, b, margin=0):
    x0, x1 = sorted((a[0], b[0]))
    y0, y1 = sorted((a[1], b[1]))
    for i in range(int((x0 - margin) // CELL), int((x1 + margin) // CELL) + 1):
        for j in range(int((y0 - margin) // CELL), int((y1 + margin) // CELL) + 1):
            yield i, j


@functools.lru_cache(1)
def crossings(houses):
    """By pairs of street keys: the points at which they come within 30 m."""
    grid, found = collections.defaultdict(list), collections.defaultdict(list)
    for house in houses.ranges:
        for a, b in zip(house.line, house.line[1:]):
            for cell in cells(a, b):
                grid[cell].append((key(house.street), a, b))
    looked = set()
    for house in houses.ranges:
        name = key(house.street)
        for a, b in zip(house.line, house.line[1:]):
            for cell in cells(a, b, .0004):
                for other, c, d in grid.get(cell, ()):
                    if name < other and (name, other, a, b, c, d) not in looked:
                        looked.add((name, other, a, b, c, d))
                        distance, lon, lat = closest(a, b, c, d)
                        if distance <= NEAR:
                            found[name, other].append((round(lon, 6), round(lat, 6)))
    return found


@functools.lru_cache(1)
def bare(houses):
    """Street keys by names without kind and direction: „Oak Dr“ and „Oak Ct“ are the same here."""
    names = collections.defaultdict(set)
    for house in houses.ranges:
        names[bare_name(house.street)].add(key(house.street))
    return names


def bare_name(street):
    rest = tuple(word for word in words(street) if word not in KINDS)
    return rest or words(street)


def spread(points):
    """Few points that stand for all: none is left out that is more than 20 m from those kept."""
    kept = []
    for x, y in points:
        if all(math.hypot((x - p) * 94_000, (y - q) * 111_000) > 20 for p, q in kept):
            kept.append((x, y))
    return kept


def name_of(houses, street):
    return houses.streets[street][0].street


def answers(points):
    return [{"lon": x, "lat": y, "metres": 60, "type": ["StreetInt"]} for x, y in spread(points)]


def written(roll, houses, one, other):
    pair = [name_of(houses, one), name_of(houses, other)]
    roll.shuffle(pair)
    return roll.choice(FORMS).format(*pair)


@named("intersections/real", "intersections/lower-case", "intersections/with-region", "intersections/with-slip")
def real(world, roll, style):
    found = crossings(world.houses)
    if not found:
        raise LookupError
    one, other = roll.choice(list(found))
    text = written(roll, world.houses, one, other)
    if style == "with-slip":
        parts = text.split(" ")
        long = [i for i, p in enumerate(parts) if len(p) > 5 and p.isalpha() and p.lower() not in ("corner", "intersection")]
        if not long:
            return None
        index = roll.choice(long)
        slipped = slips.KINDS[roll.choice(sorted(slips.KINDS))](roll, parts[index])
        near = [w for w in world.houses.words if abs(len(w) - len(parts[index])) < 3 and distance(w, slipped.lower(), 1) <= 1]
        if not slipped or near != [parts[index].lower()]:
            return None
        text = " ".join(parts[:index] + [slipped] + parts[index + 1:])
    elif style == "with-region":
        text += roll.choice([", Autauga, AL", ", Autauga", ", AL", f", {world.houses.streets[one][0].region}, USA"])
    return geocode(text.lower() if style == "lower-case" else text, answers(found[one, other]))


@named("intersections/false")
def false(world, roll):
    """Streets that never come within 500 m, nor any of the same names with another kind or direction; half of them are neighbours."""
    if not world.houses.ranges:
        raise LookupError
    first, second = roll.choice(world.houses.ranges), roll.choice(world.houses.ranges)
    if roll.random() < .5:
        near = [h for h in world.houses.ranges if .005 < abs(h.lon - first.lon) + abs(h.lat - first.lat) < .03]
        second = roll.choice(near) if near else second
    groups = [sorted(bare(world.houses)[bare_name(h.street)]) for h in (first, second)]
    if groups[0] == groups[1]:
        return None
    lines = [[h.line for name in group for h in world.houses.streets[name] if h.line] for group in groups]
    for one in lines[0]:
        for other in lines[1]:
            gap = max(min(p[1] for p in one) - max(p[1] for p in other), min(p[1] for p in other) - max(p[1] for p in one)) * 110_000
            if gap < FAR and any(closest(a, b, c, d)[0] < FAR for a, b in zip(one, one[1:]) for c, d in zip(other, other[1:])):
                return None
    return unanswerable(written(roll, world.houses, key(first.street), key(second.street)), never=["StreetInt"], optional=True)
