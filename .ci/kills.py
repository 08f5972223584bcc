"""What the scripts share that kill jobs and servers with SIGKILL: servers with data of their own, commands that are killed at random moments, and
geodatabases that are compared."""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import uuid

KILLS, FEATURES, SEED = (int(value) for value in (sys.argv[1:] + ["3", "2000", "42"][len(sys.argv) - 1:])[:3])
CAIRN = os.path.abspath(os.environ.get("CAIRN", ".build/bin/cairn"))
# A few kills are for both at once.
MODES = (False, True) if KILLS >= 10 else (True,)
chance = random.Random(SEED)
work = pathlib.Path(tempfile.mkdtemp())
begun = time.monotonic()


def fail(*words):
    print("kill-server-jobs:", *words)
    print(f"kill-server-jobs: seed {SEED}; everything is kept in {work}")
    Site.end_all()
    os._exit(1)


def expect(condition, *words):
    if not condition:
        fail(*words)


# What a client says whose server ends between a request that may run once only and its answer.
UNKNOWN = "nobody knows whether it does"


class Site:
    """A server with data of its own, and a place for what clients make."""
    servers = []

    def __init__(self, name):
        self.folder = work / name
        self.out, self.temporary, self.tools = self.folder / "out", self.folder / "tmp", self.folder / "tools"
        for folder in (self.out, self.temporary):
            folder.mkdir(parents=True)
        self.port, self.kills, self.deck = 0, 0, []
        self.environment = dict(os.environ, CAIRN_JOBS=str(self.folder / "jobs"), TMPDIR=str(self.temporary))
        self.prepare()
        self.start()

    def prepare(self):
        """Makes what is served."""
        shutil.copy(work / "town.gpkg", self.folder / "town.gpkg")
        self.features = self.folder / "town.gpkg"

    def serving(self):
        """What is served."""
        return ["--features", self.features, "--edit", "--sync", "--tools", self.tools, "--locator", work / "town/town.locator"]

    def start(self):
        line = self.folder / "urls"
        command = [CAIRN, "serve", *self.serving(), "--port", str(self.port), "--json"]
        with open(line, "w") as out, open(self.folder / "server.log", "a") as errors:
            self.server = subprocess.Popen(command, stdout=out, stderr=errors, env=self.environment)
        Site.servers.append(self.server)
        for _ in range(600):
            if line.read_text().endswith("\n"):
                break
            expect(self.server.poll() is None, "the server does not start:", (self.folder / "server.log").read_text()[-2000:])
            time.sleep(0.02)
        url = json.loads(line.read_text())["url"]
        self.port = urllib.parse.urlsplit(url).port
        self.services = f"http://127.0.0.1:{self.port}/arcgis/rest/services"

    def next_victims(self):
        """Each as often as the others, in any order."""
        if not self.deck:
            self.deck = chance.sample(["client", "server", "both"], 3)
        return self.deck.pop()

    def kill_server(self):
        self.server.kill()
        self.server.wait()

    def stop(self):
        """Ends the server as a person does: it says that it is well, and leaves none of its own files."""
        self.server.terminate()
        try:
            code = self.server.wait(20)
        except subprocess.TimeoutExpired:
            fail("the server does not stop")
        expect(code == 0, "the server ends with", code)

    @staticmethod
    def end_all():
        for server in Site.servers:
            if server.poll() is None:
                server.kill()
                server.wait()

    def ask(self, path, form=None):
        form = dict(form or {}, f="json")
        data = urllib.parse.urlencode(form).encode()
        with urllib.request.urlopen(f"{self.services}/{path}", data, timeout=60) as answer:
            result = json.load(answer)
        expect("error" not in result, path, "answers", result)
        return result

    def cairn(self, *words):
        return subprocess.run([CAIRN, *map(str, words)], env=self.environment, capture_output=True, text=True, timeout=300)

    def jobs(self):
        done = self.cairn("jobs", "list", "--json")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def replicas(self, service="town"):
        return {replica["replicaID"].strip("{}").upper() for replica in self.ask(f"{service}/FeatureServer/replicas")}

    def undisturbed(self, *words):
        start = time.monotonic()
        done = self.cairn(*words)
        expect(done.returncode == 0, *words, "failed:", done.stderr[-2000:])
        return time.monotonic() - start

    def disturbed(self, words, span, with_server, kills=2, bears=None, on_kill=None, again=None):
        """Has a command run until it is done, killed at random moments; then another goes on, if that is named, or else the same."""
        words, left, ended = [str(word) for word in words], kills, False
        for _ in range(200):
            spoken = again(words) if again and ended else words
            client, where = self.begin(spoken)
            while left > 0:
                try:
                    client.wait(chance.choice([0.02, 0.05, 0.2]) + chance.random() * span)
                    break
                except subprocess.TimeoutExpired:
                    victims = self.next_victims() if with_server else "client"
                    with open(self.folder / "client.log", "a") as log:
                        log.write(f"*** {time.monotonic() - begun:.3f} killing {victims}\n")
                    if victims != "server":
                        client.kill()
                        client.wait()
                    if victims != "client":
                        self.kill_server()
                        self.start()
                    left, self.kills = left - 1, self.kills + 1
                    if victims != "server":
                        if on_kill:
                            on_kill()
                        break
            try:
                code = client.wait(240)
            except subprocess.TimeoutExpired:
                fail("it hangs:", *words)
            told = self.told(where)
            ended = True
            # Killed when it had told what it has made, it is done: given again it would be another job, in whose way the styles are.
            if code == 0 or code == -signal.SIGKILL and "--styles" in words and "\n→ " in told:
                return
            # Before there is a job nobody rides out that the server is not there.
            early = with_server and "\nJob " not in "\n" + told and re.search("connection|connect|refused", told)
            borne = with_server and UNKNOWN in told or bears and re.search(bears, told)
            if code != -signal.SIGKILL and not early and not borne:
                fail(*words, "ends with", code, told[-3000:])
        fail("it does not come to an end:", *words)

    def begin(self, words):
        """A command that runs, and where in the log its words begin."""
        with open(self.folder / "client.log", "a") as log:
            log.write(f"--- {time.monotonic() - begun:.3f} {' '.join(words)}\n")
            log.flush()
            return subprocess.Popen([CAIRN, *words], env=self.environment, stdout=log, stderr=log), log.tell()

    def told(self, where):
        """What a command has said."""
        with open(self.folder / "client.log", "rb") as log:
            log.seek(where)
            return log.read().decode(errors="replace")

    def left(self, *expected):
        """Files beside what clients have made."""
        expected = {pathlib.Path(file).name for file in expected}
        return sorted(file.name for file in self.out.iterdir() if file.name not in expected)


# Geometry, as far as the triggers of a spatial index need it.
def point(blob):
    if blob is None:
        return None
    size = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}[blob[3] >> 1 & 7]
    order = "<" if blob[8 + size] else ">"
    return struct.unpack_from(order + "dd", blob, 8 + size + 5)


def opened(path):
    database = sqlite3.connect(path, timeout=60)
    database.create_function("ST_IsEmpty", 1, lambda blob: blob is None or bool(blob[3] & 0x10))
    for name, place in (("ST_MinX", 0), ("ST_MaxX", 0), ("ST_MinY", 1), ("ST_MaxY", 1)):
        database.create_function(name, 1, lambda blob, place=place: point(blob)[place])
    return database


def identity(*parts):
    return "{" + str(uuid.uuid5(uuid.NAMESPACE_OID, "-".join(map(str, parts)))).upper() + "}"


def content(path, but=()):
    """What is in a geodatabase, whatever names its copy has."""
    database = opened(path)
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    tables = {}
    for name in names:
        if name in but or re.search(r"^rtree_.*_(node|parent|rowid)$", name) or name in ("cairn_replica", "sqlite_sequence"):
            continue
        columns = [row[1] for row in database.execute(f'PRAGMA table_info("{name}")') if row[1] not in ("last_change", "timestamp")]
        listed = ", ".join(f'"{column}"' for column in columns)
        tables[name] = sorted(database.execute(f'SELECT {listed} FROM "{name}"').fetchall(), key=repr)
    database.close()
    return tables


def compare(name, expected, actual):
    expect(expected.keys() == actual.keys(), name, "the tables differ:", sorted(expected.keys() ^ actual.keys()))
    for table, rows in expected.items():
        if rows != actual[table]:
            fail(name, f"{table} differs: {len(rows)} and {len(actual[table])} rows;",
                 [row for row in rows if row not in actual[table]][:3], [row for row in actual[table] if row not in rows][:3])


def replica_of(path):
    database = opened(path)
    names = [row[1] for row in database.execute("PRAGMA table_info(cairn_replica)")]
    row = database.execute("SELECT * FROM cairn_replica").fetchone()
    database.close()
    text = " ".join(str(value) for value in row)
    return names, text


def tell(name, site, words):
    print(f"kill-server-jobs: {name}: {site.kills} kills, {words} ({time.monotonic() - begun:.0f} s)", flush=True)
