"""Whether an answer is right."""
from houses import city_key, metres
from spelling import fold, key, number_key, place_key, words

MATCH = 60  # The score from which an answer is taken for a match.
SLOW = 5  # Seconds after which a hostile query counts as a hang.


def plain_type(name):
    return (name or "").replace(" ", "").lower()


def is_right(candidate, truth):
    """Whether a candidate is one of the acceptable answers. What an engine does not say of itself is not held against it, but for types, units and numbers."""
    attributes = candidate.get("attributes") or {}
    kind = plain_type(attributes.get("Addr_type"))
    if candidate.get("lon") is None:
        return "place" in truth and place_key(candidate["label"]).startswith(place_key(truth["place"]))
    if metres(candidate["lon"], candidate["lat"], truth["lon"], truth["lat"]) > truth["metres"]:
        return False
    if truth.get("type") and kind not in map(plain_type, truth["type"]):
        return False
    if candidate["score"] is not None and candidate["score"] >= truth.get("below", 1000):
        return False
    if truth.get("number") and kind != "poi" and number_key(str(attributes.get("AddNum") or "")) != number_key(truth["number"]):
        return False
    if truth.get("street") and attributes.get("StName") and key(attributes["StName"]) != key(truth["street"]):
        if "".join(words(truth["street"])) not in "".join(words(candidate.get("label") or "")):
            return False
    if truth.get("postal") and attributes.get("Postal") and attributes["Postal"] != truth["postal"]:
        return False
    if truth.get("city") and attributes.get("City") and city_key(attributes["City"]) != city_key(truth["city"]):
        return False
    unit = f'{attributes.get("Unit") or ""} {attributes.get("UnitName") or ""} {attributes.get("SubAddr") or ""}'
    return not truth.get("unit") or place_key(truth["unit"]) in [place_key(word) for word in fold(unit).split()]


def any_right(candidate, query):
    return any(is_right(candidate, truth) for truth in query["truth"])


def within(candidate, parameters):
    """Whether a candidate passes the filters, a centimetre of rounding granted. A street may reach into the area from a middle outside."""
    area, countries = parameters.get("searchArea"), parameters.get("countryCode")
    is_street = plain_type((candidate.get("attributes") or {}).get("Addr_type")) == "streetname"
    if area and not is_street and not (area[0] - 1e-7 <= candidate["lon"] <= area[2] + 1e-7 and area[1] - 1e-7 <= candidate["lat"] <= area[3] + 1e-7):
        return False
    country = (candidate.get("attributes") or {}).get("Country")
    return not countries or not country or country.upper() in countries


def is_satisfied(query, answer):
    """Whether an answer is what the query's author would want."""
    found, error = answer.get("candidates") or [], answer.get("error") or ""
    if query.get("any"):
        return not error.startswith(("hang", "lost")) and answer.get("seconds", 0) < SLOW
    if error:
        return False
    if query.get("never"):
        return not any(plain_type((c.get("attributes") or {}).get("Addr_type")) in map(plain_type, query["never"]) and c["score"] >= MATCH for c in found)
    if query["operation"] == "suggest":
        return any(any_right(c, query) for c in found[:query["parameters"].get("maxResults", 10)])
    if not all(within(c, query["parameters"]) for c in found):
        return False
    if not found or (found[0]["score"] is not None and found[0]["score"] < MATCH and (query.get("optional") or not query["truth"])):
        return not query["truth"] or bool(query.get("optional"))
    return any_right(found[0], query)
