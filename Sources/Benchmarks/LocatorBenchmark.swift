import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

/// Building and asking a locator of 144,563 places.
enum LocatorBenchmark {
    static let table = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/data/places-cities1000.csv").standardizedFileURL

    private struct Place {
        let name: String
        let x: Double
        let y: Double
    }

    @concurrent
    static func run() async throws -> [Measurement] {
        guard FileManager.default.fileExists(atPath: table.path) else {
            print("skipped: \(table.lastPathComponent) is not beside this checkout")
            return []
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).locator")
        defer { try? FileManager.default.removeItem(at: file) }
        let before = Memory.resident
        let building = try seconds { _ = try LocatorBuilder(name: "places").build([LocatorTable(detecting: table)], to: file) }
        let memory = Memory.growth(from: before, to: Memory.peak).map { $0 / 1_048_576 }
        var results = [
            Measurement(name: "build 144,563 places", value: building, unit: "s", peer: "≤ 5 s", isWithinBound: building <= 5),
            Measurement("  its memory at most", memory, unit: "MB", peer: "≤ 100 MB", atMost: 100),
        ]
        let places = try sample()
        results += try engine(file, places)
        results += try await api(file, places)
        return results
    }

    private static func sample() throws -> [Place] {
        let reader = try CSVReader(table)
        _ = try reader.next()
        var places: [Place] = []
        var row = 0
        while let fields = try reader.next()?.fields {
            row += 1
            if row % 7 == 0, !fields[2].isEmpty {
                places.append(Place(name: fields[2], x: Double(fields[1])!, y: Double(fields[0])!))
            }
        }
        return places
    }

    private static func engine(_ file: URL, _ places: [Place]) throws -> [Measurement] {
        let engine = try LocatorEngine(file)
        let filter = LocatorFilter()
        let reverse = try seconds {
            for place in places { _ = try engine.reverse(Position(x: place.x + 0.01, y: place.y + 0.01), maximumDistance: nil) }
        }
        let geocode = try times(places) { _ = try engine.geocode($0.name, filter) }
        var few = LocatorFilter()
        few.limit = 5
        var results = [
            rate("engine: reverse", places.count, reverse, atLeast: 50_000),
            rate("engine: geocode an exact name", places.count, geocode.reduce(0, +), atLeast: 10_000),
            slowest("  99 of 100 within", geocode, atMost: 0.6),
        ]
        for letters in 3...6 {
            let suggest = try times(Array(places.prefix(5000))) { _ = try engine.suggest(String($0.name.prefix(letters)), few) }
            results.append(slowest("engine: suggest for \(letters) letters, 99 of 100 within", suggest, atMost: 1.5))
        }
        return results
    }

    private static func api(_ file: URL, _ places: [Place]) async throws -> [Measurement] {
        let locator = LocatorTask(fileURL: file)
        try await locator.load()
        let reverse = try await seconds {
            for place in places {
                _ = try await locator.reverseGeocode(forLocation: MapPoint(latitude: place.y + 0.01, longitude: place.x))
            }
        }
        let geocode = try await seconds {
            for place in places { _ = try await locator.geocode(forSearchText: place.name) }
        }
        return [
            rate("API: reverse", places.count, reverse, atLeast: 20_000),
            rate("API: geocode an exact name", places.count, geocode, atLeast: 7000),
        ]
    }

    private static func times(_ places: [Place], _ body: (Place) throws -> Void) rethrows -> [Double] {
        try places.map { place in try seconds { try body(place) } }
    }

    private static func rate(_ name: String, _ count: Int, _ time: Double, atLeast bound: Double) -> Measurement {
        let rate = Double(count) / time
        return Measurement(
            name: name, value: rate, unit: "/s", peer: "≥ \(Int(rounding: bound) ?? 0) /s", isWithinBound: rate >= bound)
    }

    private static func slowest(_ name: String, _ times: [Double], atMost bound: Double) -> Measurement {
        let value = times.sorted()[times.count * 99 / 100] * 1000
        return Measurement(name: name, value: value, unit: "ms", peer: "≤ \(bound) ms", isWithinBound: value <= bound)
    }
}
