"""Queries with their truth, and the classes that make them."""
import random

CLASSES = {}
PATIENCE = 2_000  # tries without a new query, after which a class has no more


def named(*names):
    """Registers a maker of queries.

    It is called with the world and a random number generator, and with the last part of the class's name if it has several. It returns a query or None.
    """
    def register(maker):
        for name in names:
            CLASSES[name] = (maker, len(names) > 1)
        return maker
    return register


def geocode(text, truth, **more):
    """`text` is what is typed, or the fields. Nothing is asked that has no answer unless that is the point: see `unanswerable`."""
    if not truth:
        return None
    return asked("geocode", text, truth, **more)


def unanswerable(text, **more):
    return asked("geocode", text, [], **more)


def asked(operation, text, truth, parameters=None, **more):
    query = {"fields": text} if isinstance(text, dict) else {"query": text}
    return query | {"parameters": parameters or {}, "truth": [t for i, t in enumerate(truth) if t not in truth[:i]], "operation": operation} | more


def make(name, world, seed, count):
    """Up to `count` different queries of a class; fewer if the data have no more."""
    maker, shared = CLASSES[name]
    roll, seen, queries, failed = random.Random(f"{seed}/{name}"), set(), [], 0
    while len(queries) < count and failed < PATIENCE:
        failed += 1
        try:
            query = maker(world, roll, name.split("/")[1]) if shared else maker(world, roll)
        except LookupError:  # The table it needs is not there, or hardly a row of it fits.
            continue
        if query is None:
            continue
        same = repr((query.get("query"), query.get("fields"), query["parameters"]))
        if same not in seen:
            seen.add(same)
            failed = 0
            queries.append({"class": name} | query)
    return queries
