import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

/// A locator of 144,563 places, beside SQLite's full-text search and a k-d tree over the same table. All is asked in random order.
enum LocatorBenchmark {
    static let table = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/data/places-cities1000.csv").standardizedFileURL

    private struct Place {
        let name: String
        let position: Position
    }

    @concurrent
    static func run() async throws -> [Measurement] {
        guard FileManager.default.fileExists(atPath: table.path) else {
            print("skipped: \(table.lastPathComponent) is not beside this checkout")
            return []
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).locator")
        defer { try? FileManager.default.removeItem(at: file) }
        let building = try seconds { _ = try LocatorBuilder(name: "places").build([LocatorTable(detecting: table)], to: file) }
        let places = try shuffled()
        return [Measurement("build a locator of 144,563 places", building, unit: "s", peer: "≤ 5 s", atMost: 5)]
            + (try names(file, places))
            + (try suggestions(file, places)) + (try await reverse(file, places))
    }

    private static func shuffled() throws -> [Place] {
        let reader = try CSVReader(table)
        _ = try reader.next()
        var places: [Place] = []
        while let fields = try reader.next()?.fields {
            if fields[2].isEmpty { continue }
            places.append(Place(name: fields[2], position: Position(x: Double(fields[1])!, y: Double(fields[0])!)))
        }
        var numbers = RepeatableNumbers(seed: 1)
        return places.shuffled(using: &numbers)
    }

    private static func names(_ file: URL, _ places: [Place]) throws -> [Measurement] {
        let (engine, filter) = (try LocatorEngine(file), LocatorFilter())
        let sample = places.prefix(60_000)
        let rate = Double(sample.count) / (try seconds { for place in sample { _ = try engine.geocode(place.name, filter) } })
        return [
            .rate(
                "geocode an exact name", rate, PythonPeer.rate(PythonPeer.search, table.path), "SQLite's FTS5, ranked", atLeast: 2
            )
        ]
    }

    private static func suggestions(_ file: URL, _ places: [Place]) throws -> [Measurement] {
        let engine = try LocatorEngine(file)
        var filter = LocatorFilter()
        filter.limit = 5
        return try (1...8).map { letters in
            var times: [Double] = []
            for place in places.prefix(4000) {
                filter.near = letters % 2 == 0 ? place.position : nil
                times.append(try seconds { _ = try engine.suggest(String(place.name.prefix(letters)), filter) })
            }
            let slowest = times.sorted()[times.count * 99 / 100] * 1000
            return Measurement(
                "suggest for \(letters) letters, 99 of 100 within", slowest, unit: "ms", peer: "≤ 0.5 ms", atMost: 0.5)
        }
    }

    private static func reverse(_ file: URL, _ places: [Place]) async throws -> [Measurement] {
        let (engine, locator) = (try LocatorEngine(file), LocatorFile(file))
        let points = places.map { Position(x: $0.position.x * 0.9999, y: $0.position.y * 0.9999) }
        let single =
            Double(points.count) / (try seconds { for point in points { _ = try engine.reverse(point, maximumDistance: nil) } })
        let many = (0..<1_000_000).map { points[$0 % points.count] }
        _ = try await locator.nearestEntries(to: points)
        let batch = Double(many.count) / (try await seconds { _ = try await locator.nearestEntries(to: many) })
        return [
            .rate(
                "reverse, one after the other", single, PythonPeer.rate(PythonPeer.nearest, table.path),
                "SciPy's cKDTree, singly", atLeast: 3),
            .rate(
                "nearest of a million points at once", batch, PythonPeer.rate(PythonPeer.nearestOfMany, table.path),
                "cKDTree, all at once", atLeast: 1),
        ]
    }
}

extension Measurement {
    /// A rate beside that of a peer, where there is one.
    static func rate(_ name: String, _ value: Double, _ peer: Double?, _ peerName: String, atLeast factor: Double) -> Measurement
    {
        let text =
            peer.map { String(format: "≥ %g × %@ (%.0f /s): %.2f ×", factor, peerName, $0, value / $0) } ?? "no \(peerName) here"
        return Measurement(
            name: name, value: value, unit: "/s", peer: text, isWithinBound: peer.map { value >= factor * $0 } ?? true)
    }

    /// A rate that must be reached.
    static func rate(_ name: String, _ value: Double, atLeast bound: Double) -> Measurement {
        Measurement(
            name: name, value: value, unit: "/s", peer: "≥ \(Int(rounding: bound) ?? 0) /s", isWithinBound: value >= bound)
    }
}

/// The same numbers every time (SplitMix64).
struct RepeatableNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
