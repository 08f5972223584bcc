import Foundation

/// Peers of the locator in Python, each a script that prints how many questions it answers in a second.
enum PythonPeer {
    /// What a script says; nil where there is no Python with what it needs.
    static func rate(_ script: String, _ arguments: String...) -> Double? {
        guard let process = try? ChildProcess(["python3", "-c", script] + arguments, program: "/usr/bin/env") else { return nil }
        defer { process.end() }
        return (try? process.line()).flatMap { Double($0) }
    }

    private static let rows = """
        import csv, random, sys, time
        rows = [r for r in csv.DictReader(open(sys.argv[1], encoding="utf-8")) if r["name"]]
        random.Random(1).shuffle(rows)

        """

    static let search =
        rows + """
            import sqlite3
            db = sqlite3.connect(":memory:")
            db.execute("create virtual table t using fts5(name)")
            db.executemany("insert into t values(?)", ((r["name"],) for r in rows))
            db.execute("insert into t(t) values('optimize')")
            asked = ['"' + r["name"].replace('"', '""') + '"' for r in rows[:30000]]
            start = time.perf_counter()
            for text in asked:
                db.execute("select rowid from t where t match ? order by rank limit 1", (text,)).fetchone()
            print(len(asked) / (time.perf_counter() - start))
            """

    private static let tree =
        rows + """
            import numpy
            from scipy.spatial import cKDTree
            points = numpy.array([(float(r["lon"]), float(r["lat"])) for r in rows])
            tree, asked = cKDTree(points), points * 0.9999

            """

    static let nearest =
        tree + """
            start = time.perf_counter()
            for point in asked:
                tree.query(point)
            print(len(asked) / (time.perf_counter() - start))
            """

    static let nearestOfMany =
        tree + """
            many = asked[numpy.arange(1000000) % len(asked)]
            tree.query(asked)
            start = time.perf_counter()
            tree.query(many)
            print(len(many) / (time.perf_counter() - start))
            """
}
