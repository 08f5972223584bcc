"""All the data that queries are drawn from."""
from houses import Houses
from places import Places


class World:
    def __init__(self, folder):
        self.houses = Houses(folder)
        self.places = Places(folder)
