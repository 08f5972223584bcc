"""Misspelt names of cities and places that are not another place's name."""
import slips
from houses import city_key
from spelling import distance, place_key


def misspelt_city(world, roll, city, count):
    """A city's name with so many slips in one word of four letters or more; None if that is known as another place."""
    parts = city.split()
    at = [i for i, part in enumerate(parts) if len(part) > 3 and part.isalpha()]
    if not at:
        return None
    index, word = roll.choice(at), None
    word = parts[index]
    for _ in range(count):
        word = slips.KINDS[roll.choice(sorted(slips.KINDS))](roll, word) or word
    changed = " ".join(parts[:index] + [word] + parts[index + 1:])
    name = place_key(changed)
    if distance(place_key(city), name) != count or name in world.places.named or name in world.places.called:
        return None
    if any(distance(name, other, count) <= count for other in world.houses.cities if other != city_key(city)):
        return None
    return changed
