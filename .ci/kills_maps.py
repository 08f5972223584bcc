"""The parts of kill-server-jobs that export tiles and take maps offline. The server has features, tiles, and the portal of a map that shows them
all."""
import fcntl
import gzip
import json
import math
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import time
import zipfile
import zlib

sys.dont_write_bytecode = True
from kills import (CAIRN, FEATURES, KILLS, MODES, SEED, Site, begun, chance, compare, content, expect, fail, UNKNOWN, opened, replica_of, tell, work)

SERVICES = ("Alder", "Birch", "Cedar")
MAP = "0123456789abcdef0123456789abcdef"


# What is served

def make_features(place):
    """A third of the town for each service, and what rectangle they lie in."""
    for number, name in enumerate(SERVICES):
        shutil.copy(work / "town.gpkg", place / f"{name}.gpkg")
        database = opened(place / f"{name}.gpkg")
        database.execute("DELETE FROM Results WHERE OBJECTID % ? <> ?", (len(SERVICES), number))
        database.execute("DELETE FROM edit_log")
        database.commit()
        database.close()
    database = opened(work / "town.gpkg")
    west, south, east, north = database.execute(
        "SELECT min(minx), min(miny), max(maxx), max(maxy) FROM rtree_Results_SHAPE").fetchone()
    database.close()
    return west, south, east, north


def column(longitude, level):
    return int((longitude + 180) / 360 * 2 ** level)


def row(latitude, level):
    return int((1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * 2 ** level)


def keys(box, count):
    """The tiles of a rectangle, from the world on, level by level until there are so many."""
    west, south, east, north = box
    found = []
    for level in range(23):
        if len(found) >= count:
            break
        found += [(level, x, y) for x in range(column(west, level), column(east, level) + 1)
                  for y in range(row(north, level), row(south, level) + 1)]
    return found


def picture(noise):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", 256, 256, 1, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"noIs", noise) + chunk(b"IDAT", zlib.compress(bytes(33 * 256)))
            + chunk(b"IEND", b""))


def number(value):
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


def vector_tile(noise):
    name = noise.hex().encode()
    layer = b"\x78\x02\x0a" + number(len(name)) + name
    return gzip.compress(b"\x1a" + number(len(layer)) + layer, mtime=0)


def make_tiles(path, kind, box, tile):
    """A file of tiles, eight megabytes for a thousand features."""
    found = keys(box, FEATURES / 2)
    size = FEATURES * 8192 // len(found)
    noise = random.Random(kind)
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
    database.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
    database.execute("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
    database.executemany("INSERT INTO metadata VALUES (?, ?)", {
        "name": path.stem, "format": kind, "minzoom": "0", "maxzoom": str(found[-1][0]), "bounds": ",".join(map(str, box))}.items())
    for level, x, y in found:
        database.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (level, x, 2 ** level - 1 - y, tile(noise.randbytes(size))))
    database.commit()
    database.close()


def make_styles(path):
    """Adds a style, pictures and fonts to a package."""
    noise = random.Random(path.name)
    style = {"version": 8, "sprite": "../sprites/sprite", "glyphs": "../fonts/{fontstack}/{range}.pbf",
             "sources": {"esri": {"type": "vector", "url": "../../"}},
             "layers": [{"id": "streets", "type": "line", "source": "esri", "source-layer": "streets"}]}
    files = {"styles/root.json": json.dumps(style).encode(), "sprites/sprite.json": b"{}", "sprites/sprite.png": picture(b"sprite")}
    for font in ("Arial Regular", "Arial Bold"):
        for first in range(0, 2048, 256):
            files[f"fonts/{font}/{first}-{first + 255}.pbf"] = noise.randbytes(20_000)
    with zipfile.ZipFile(path, "a") as archive:
        for name, data in files.items():
            archive.writestr(f"p12/resources/{name}", data)


def make_portal(place):
    services = "{server}/arcgis/rest/services"
    style = f"{services}/Streets/VectorTileServer/resources/styles/root.json"
    base = [{"id": "ground", "title": "Ground", "layerType": "ArcGISTiledMapServiceLayer", "url": f"{services}/Ground/MapServer"},
            {"id": "streets", "title": "Streets", "layerType": "VectorTileLayer", "styleUrl": style}]
    layers = [{"id": name.lower(), "title": name, "layerType": "ArcGISFeatureLayer", "url": f"{services}/{name}/FeatureServer/0"}
              for name in SERVICES]
    item = place / MAP
    item.mkdir(parents=True)
    (item / "item.json").write_text(json.dumps({"title": "The town", "type": "Web Map", "tags": ["town"], "snippet": "All of it"}))
    (item / "data.json").write_text(json.dumps({
        "version": "2.30", "spatialReference": {"wkid": 102100}, "operationalLayers": layers,
        "baseMap": {"title": "Base", "baseMapLayers": base}}))
    (item / "thumbnail.png").write_bytes(picture(b"thumbnail"))


class MapSite(Site):
    """A server of all that a map shows, and of the map."""
    box = None

    def prepare(self):
        self.missing = set()
        self.served = self.folder / "served"
        self.served.mkdir()
        for name in SERVICES:
            shutil.copy(work / f"maps/{name}.gpkg", self.served)

    def serving(self):
        words = ["--edit", "--sync", "--portal", work / "maps/portal"]
        for name in SERVICES:
            words += [] if name in self.missing else ["--features", self.served / f"{name}.gpkg"]
        return words + ["--tiles", work / "maps/Ground.mbtiles", "--tiles", work / "maps/Streets.vtpk"]

    @property
    def page(self):
        return f"http://127.0.0.1:{self.port}/home/item.html?id={MAP}"

    def unfinished(self):
        return [job["id"] for job in self.jobs() if job["status"] not in ("succeeded", "canceled")]

    def again(self, words):
        """The same command, or the job by its id."""
        left = self.unfinished() if chance.random() < 0.5 else []
        return ["jobs", "resume", left[0]] if left else words

    def remove_unfinished(self):
        for id in self.unfinished():
            done = self.cairn("jobs", "remove", id)
            expect(done.returncode == 0 or "Not known to be cancelled" in done.stderr, "jobs remove", done.returncode, done.stderr)

    def exports(self):
        """The jobs of exports on the server that runs."""
        folders = [folder for folder in self.temporary.glob("cairn-*") if (folder / "jobs").is_dir() and not is_abandoned(folder)]
        return [json.loads(file.read_text()) for folder in folders for file in folder.glob("jobs/*/job.json")]


def is_abandoned(folder):
    """Whether nobody has it locked."""
    for place in (folder, folder / "lock"):
        if place.exists():
            descriptor = os.open(place, os.O_RDONLY)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return False
            finally:
                os.close(descriptor)
    return True


def prepare():
    place = work / "maps"
    place.mkdir()
    box = MapSite.box = make_features(place)
    make_portal(place / "portal")
    make_tiles(place / "Ground.mbtiles", "png", box, picture)
    make_tiles(place / "plain.mbtiles", "pbf", box, vector_tile)
    PlainSite("plain").export(place / "Streets.vtpk")
    make_styles(place / "Streets.vtpk")


class PlainSite(Site):
    """A server of vector tiles without a style."""

    def prepare(self):
        pass

    def serving(self):
        return ["--tiles", work / "maps/plain.mbtiles"]

    def export(self, file):
        self.undisturbed("export-tiles", f"{self.services}/plain/VectorTileServer", "-o", file)
        self.stop()


# What comes of it

def plain(text):
    """Without what differs from server to server, and from time to time."""
    return re.sub(r'("created"\s*:\s*)\d+', r"\1TIME", re.sub(r"127\.0\.0\.1:\d+", "HOST", text))


def files(place):
    """What is there, by its name in it."""
    if place.is_file():
        return {"": place}
    return {str(file.relative_to(place)): file for file in place.rglob("*") if not file.is_dir()}


def alike(name, expected, actual):
    """Compares files, or folders with all that is in them."""
    one, other = files(expected), files(actual)
    # The mark of a job stays in the place until the job has noted that it is done.
    if "at a kill" in name:
        other = {path: file for path, file in other.items() if not path.startswith(".unfinished.")}
    expect(one.keys() == other.keys(), name, actual, "holds other files:", sorted(one.keys() ^ other.keys()))
    for file in one:
        alike_file(f"{name} {actual} {file}", one[file], other[file])


def alike_file(name, expected, actual):
    kind = expected.suffix
    if kind == ".gpkg":
        database = opened(actual)
        check = database.execute("PRAGMA integrity_check").fetchall()
        database.close()
        expect(check == [("ok",)], name, "is damaged:", check)
        compare(name, content(expected), content(actual))
    elif kind == ".json":
        expect(plain(expected.read_text()) == plain(actual.read_text()), name, "differs")
    elif expected.read_bytes() != actual.read_bytes():
        if kind in (".tpkx", ".vtpk"):
            alike_tiles(name, expected, actual)
        fail(name, "differs")


def alike_tiles(name, expected, actual):
    """Tells which entries of a package differ."""
    with zipfile.ZipFile(expected) as one, zipfile.ZipFile(actual) as other:
        expect(one.namelist() == other.namelist(), name, "has other entries")
        for entry in one.namelist():
            expect(one.read(entry) == other.read(entry), name, entry, "differs")


class Order:
    """A command, and what it writes."""

    def __init__(self, name, words, *endings):
        self.name, self.command, self.endings = name, words, endings

    def outputs(self, place):
        return [place.with_name(place.name + ending) for ending in self.endings]

    def words(self, site, place):
        return [str(word) for word in self.command(site, *self.outputs(place))]

    def expect_alike(self, name, expected, place):
        for one, other in zip(self.outputs(expected), self.outputs(place)):
            alike(name, one, other)

    def expect_whole(self, name, expected, place):
        """Whatever is there under its own name is all of it."""
        for one, other in zip(self.outputs(expected), self.outputs(place)):
            if other.exists():
                alike(f"{name}, at a kill,", one, other)

    def remove(self, site, place):
        """With the notes of commands that were killed before they told of it."""
        for id in [job["id"] for job in site.jobs() if job["to"] == str(self.outputs(place)[0])]:
            site.cairn("jobs", "remove", id)
        for output in self.outputs(place):
            for name in SERVICES if output.is_dir() else ():
                file = output / f"data/{name}.gpkg"
                ids = [id for id in site.replicas(name) if file.exists() and id in replica_of(file)[1].upper()]
                for id in ids:
                    site.ask(f"{name}/FeatureServer/unRegisterReplica", {"replicaID": id})
            shutil.rmtree(output) if output.is_dir() else output.unlink(missing_ok=True)


def extent():
    return "--extent=" + ",".join(map(str, MapSite.box))


ORDERS = {
    "tiles": Order("tiles", lambda site, file: ["export-tiles", f"{site.services}/Ground/MapServer", "-o", file], ".tpkx"),
    "vectors": Order("vectors", lambda site, file, styles: [
        "export-tiles", f"{site.services}/Streets/VectorTileServer", "-o", file, "--styles", styles], ".vtpk", "-styles"),
    "offline": Order("offline", lambda site, folder: ["take-offline", site.page, "-o", folder, extent()], ""),
}


class Kept:
    """The parts of an offline map that had ended at a kill: they stay as they are, and are asked for no more."""

    def __init__(self, site, order, expected, place):
        self.site, self.order, self.expected, self.place, self.seen = site, order, expected, place, {}

    def look(self):
        self.order.expect_whole(self.order.name, self.expected, self.place)
        for id in self.site.unfinished():
            record = json.loads(self.site.cairn("jobs", "show", id, "--json").stdout)
            for name, ending in ((record.get("checkpoint") or {}).get("ended") or {}).items():
                if not ending.get("reason"):
                    self.note(name)

    def note(self, name):
        partial = self.place.with_name(self.place.name + ".partial")
        for place in (f"data/{name}.gpkg", f"tiles/{name}.tpkx", f"tiles/{name}.vtpk"):
            folder = partial if (partial / place).exists() else self.place
            if (folder / place).exists():
                now = self.state(folder / place)
                expect(self.seen.setdefault(place, now) == now, self.order.name, place, "had ended, and was made again")

    @staticmethod
    def state(file):
        status = file.stat()
        return status.st_ino, status.st_mtime_ns, status.st_size

    def expect_kept(self):
        for place, state in self.seen.items():
            expect(self.state(self.place / place) == state, self.order.name, place, "had ended, and was made again")


def expect_copies(name, site, order, places):
    """Of each service as many copies as there are maps, and those that are in them."""
    if order.name != "offline":
        return
    for service in SERVICES:
        there = site.replicas(service)
        expect(len(there) == len(places), f"{name}: {len(there)} copies of {service} for {len(places)} maps")
        for place in places:
            known = replica_of(place / f"data/{service}.gpkg")[1].upper()
            expect(any(id in known for id in there), name, place, service, "is of a copy that the server does not know")


ENDED = {"esriJobSucceeded", "esriJobFailed", "esriJobTimedOut", "esriJobCancelled", "esriJobDeleted"}


def expect_nothing_runs(name, site):
    until = time.monotonic() + 20
    while any(job["state"] not in ENDED for job in site.exports()):
        expect(time.monotonic() < until, name, "an export runs on", [job["state"] for job in site.exports()])
        time.sleep(0.1)


def expect_clean(name, site, order, places):
    """Nothing is left beside what was made."""
    expect_copies(name, site, order, places)
    outputs = [output for place in places for output in order.outputs(place)]
    expect(not site.left(*outputs), name, "leaves", site.left(*outputs))
    expect(not site.unfinished(), name, "leaves jobs", site.unfinished())
    # What a kill before there was a record leaves goes when the same command is given again.
    notes = [file.name for file in (site.folder / "jobs").glob("*.command") if file.with_suffix(".json").exists()]
    expect(not notes, name, "leaves notes of commands", notes)
    expect_nothing_runs(name, site)


def stop(name, site):
    """Nothing temporary is left: what killed processes leave goes when the next one needs such a place."""
    site.stop()
    if any(site.temporary.iterdir()):
        site.start()
        site.stop()
    left = sorted(file.name for file in site.temporary.iterdir())
    expect(not left, name, "leaves temporary files", left)


def exporting(order):
    site = MapSite(f"{order.name}-undisturbed")
    expected = site.out / "expected"
    span = site.undisturbed(*order.words(site, expected))
    expect_clean(order.name, site, order, [expected])
    once = len(site.exports())
    stop(order.name, site)
    for with_server in MODES:
        name = f"{order.name}-{'server' if with_server else 'client'}"
        site, places, warned = MapSite(name), [], 0
        while site.kills < KILLS:
            place = site.out / f"{len(places)}"
            kept = Kept(site, order, expected, place)
            site.disturbed(order.words(site, place), span, with_server, min(2, KILLS - site.kills), on_kill=kept.look, again=site.again)
            order.expect_alike(name, expected, place)
            kept.expect_kept()
            places.append(place)
            expect_clean(name, site, order, places)
        if not with_server:
            told = "".join(site.cairn("jobs", "show", job["id"], "--json").stdout for job in site.jobs())
            extra = len(site.exports()) - once * len(places)
            expect(extra <= told.count("nobody knows"), name, extra, "exports more than were needed")
        whole, ended = site.kills, 0
        while site.kills < whole + KILLS:
            ended += given_up(name, site, order, site.out / "gone", expected, span, with_server, site.kills % 2)
            expect_clean(name, site, order, places)
        for is_canceled in (False, True) * (KILLS // 3):
            killed_at_last(name, site, order, site.out / "gone", expected, is_canceled)
            expect_clean(name, site, order, places)
        stop(name, site)
        tell(f"{order.name}{', server killed as well' if with_server else ''}", site,
             f"{len(places)} results alike; {ended} given up, and nothing left")


def given_up(name, site, order, place, expected, span, with_server, removed):
    """Kills a job, and cancels or removes it; whether it had not come to its end before."""
    client, _ = site.begin(order.words(site, place))
    try:
        client.wait(0.05 + chance.random() * span)
    except subprocess.TimeoutExpired:
        pass
    if client.poll() is None:
        client.kill()
        client.wait()
    site.kills += 1
    if with_server and chance.random() < 0.5:
        site.kill_server()
        site.start()
    verb = "remove" if removed else "cancel"
    for id in site.unfinished():
        done = site.cairn("jobs", verb, id)
        unconfirmed = "Not known to be cancelled" in done.stderr
        expect(done.returncode == 0 or unconfirmed, name, "jobs", verb, done.returncode, done.stdout, done.stderr)
    if not any(output.exists() for output in order.outputs(place)):
        return 1
    expect_good(f"{name}, {verb},", site, order, place, expected)
    order.remove(site, place)
    return 0


def killed_at_last(name, site, order, place, expected, is_canceled):
    """Kills a client once all is in its place, and gives the same command again, or cancels the job: what is there stays as it is."""
    client, where = site.begin(order.words(site, place))
    while not all(output.exists() for output in order.outputs(place)) and client.poll() is None:
        time.sleep(0.0001)
    client.kill()
    client.wait()
    site.kills += 1
    for id in site.unfinished() if is_canceled else ():
        done = site.cairn("jobs", "cancel", id)
        expect(done.returncode == 0, name, "jobs cancel", done.returncode, done.stdout, done.stderr)
    if not is_canceled and client.returncode != 0:
        done = site.cairn(*order.words(site, place))
        expect(done.returncode == 0, name, "killed at last, and given again, ends with", done.returncode, done.stdout, done.stderr)
    expect_good(f"{name}, killed at last,", site, order, place, expected)
    order.remove(site, place)


def expect_good(name, site, order, place, expected):
    """All is there, of copies that the server knows."""
    order.expect_alike(name, expected, place)
    for service in SERVICES if order.name == "offline" else ():
        known = replica_of(place / f"data/{service}.gpkg")[1].upper()
        expect(any(id in known for id in site.replicas(service)), name, service, "is of a copy that the server does not know")


# A server that is away, and a service that is not there

def away():
    """The server is killed under a job, exports and all, and started again after five seconds: the job does not end before, and comes to what it
    should. A server may end just before it answers to an export that it has begun: of that the job tells, and another is begun."""
    order = ORDERS["offline"]
    site = MapSite("offline-away")
    expected = work / "offline-undisturbed/out/expected"
    words = order.words(site, site.out / "0") + ["--all"]
    for _ in range(10):
        code, told = killed_under(site, words)
        if code == 0:
            break
        expect(code == 1 and UNKNOWN in told, "offline-away: the job ends with", code, told)
        site.remove_unfinished()
    expect(code == 0, "offline-away: no job's exports were all answered")
    order.expect_alike("offline-away", expected, site.out / "0")
    expect_clean("offline-away", site, order, [site.out / "0"])
    stop("offline-away", site)
    tell("offline, server away for five seconds", site, "the job waits, and the map is alike")


def killed_under(site, words):
    """How a job ends whose server is killed once something is exported, and started again after five seconds."""
    client, where = site.begin(words)
    until = time.monotonic() + 60
    while not site.exports():
        expect(client.poll() is None and time.monotonic() < until, "offline-away: nothing is exported", site.told(where))
        time.sleep(0.01)
    site.kill_server()
    site.kills += 1
    try:
        code = client.wait(5)
    except subprocess.TimeoutExpired:
        code = None
    site.start()
    if code is not None:
        expect(UNKNOWN in site.told(where), "offline-away: the job does not wait for the server, and ends with", code, site.told(where))
    return client.wait(120), site.told(where)


def missing():
    """One service is not there: with --all the map fails, says why, and later takes only what is missing."""
    name, order = "offline-missing", ORDERS["offline"]
    site = MapSite(name)
    expected = work / "offline-undisturbed/out/expected"
    site.stop()
    site.missing = {SERVICES[1]}
    site.start()
    words = order.words(site, site.out / "0") + ["--all"]
    kept = Kept(site, order, expected, site.out / "0")
    for _ in range(2):
        done = site.cairn(*words)
        expect(done.returncode == 1 and SERVICES[1] in done.stderr, name, "ends with", done.returncode, done.stdout, done.stderr)
        expect(not (site.out / "0").exists(), name, "is there without a layer")
        kept.look()
        for service in SERVICES:
            kept.note(service)
        kept.note("Ground"), kept.note("Streets")
    expect(len(kept.seen) == 4, name, "has not taken the others:", sorted(kept.seen))
    site.stop()
    site.missing = set()
    site.start()
    done = site.cairn(*words)
    expect(done.returncode == 0, name, "is not made when all is there:", done.stdout, done.stderr)
    kept.expect_kept()
    order.expect_alike(name, expected, site.out / "0")
    expect_clean(name, site, order, [site.out / "0"])
    stop(name, site)
    tell("offline, a service not there at first", site, "fails, and then takes only what is missing")


def run(names):
    if not names:
        return
    prepare()
    for name in names:
        exporting(ORDERS[name])
    if "offline" in names:
        away()
        missing()
