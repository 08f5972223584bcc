import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

/// Five million invented addresses of 5,000 towns, built and asked in processes of their own, whose memory is theirs alone.
enum LargeLocatorBenchmark {
    private static let flag = "--large-locator"

    @concurrent
    static func run() async throws -> [Measurement] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (table, locator) = (folder.appending(path: "addresses.csv").path, folder.appending(path: "large.locator").path)
        try write(table)
        let built = try child(["build", table, locator])
        try FileManager.default.removeItem(atPath: table)
        let asked = try child(["ask", locator, "100"])
        let strange = try child(["ask", locator, "0"])
        guard built.count == 2, asked.count == 4, strange.count == 4 else { return [] }
        func memory(_ name: String, _ value: Double, atMost bound: Double) -> Measurement {
            Measurement(name, value > 0 ? value : nil, unit: "MB", peer: "≤ \(Int(rounding: bound) ?? 0) MB", atMost: bound)
        }
        return [
            Measurement("build a locator of 5,000,000 addresses", built[0], unit: "s", peer: "≤ 60 s", atMost: 60),
            memory("  its memory at most", built[1], atMost: 150),
            Measurement("open it", asked[0], unit: "ms", peer: "≤ 20 ms", atMost: 20),
            Measurement("  the first answer", asked[1], unit: "ms", peer: "≤ 50 ms", atMost: 50),
            memory("  resident after 1,000 questions for what is there", asked[2], atMost: 60),
            memory("  resident after 1,000 for what is not", strange[2], atMost: 70),
            Measurement("  these, 99 of 100 within", asked[3], unit: "ms", peer: "≤ 5 ms", atMost: 5),
        ]
    }

    private static func child(_ arguments: [String]) throws -> [Double] {
        let process = try ChildProcess([flag] + arguments)
        defer { process.end() }
        return try process.line().split(separator: " ").compactMap { Double($0) }
    }

    /// Whether this process was started to build or to ask.
    static func runAsChild() async throws -> Bool {
        let arguments = CommandLine.arguments
        guard arguments.count > 3, arguments[1] == flag else { return false }
        if arguments[2] == "build" {
            let table = try LocatorTable(detecting: URL(filePath: arguments[3]))
            let time = try seconds { _ = try LocatorBuilder(name: "large").build([table], to: URL(filePath: arguments[4])) }
            print(time, megabytes(Memory.peak))
        } else {
            let share = arguments.count > 4 ? Int(arguments[4]) ?? 0 : 0
            print(try ask(URL(filePath: arguments[3]), known: share).map { "\($0)" }.joined(separator: " "))
        }
        return true
    }

    /// - Parameter share: How many of a hundred questions are for an address that is there.
    private static func ask(_ file: URL, known share: Int) throws -> [Double] {
        let texts = questions(1001, known: share)
        var engine: LocatorEngine?
        let opening = try seconds { engine = try LocatorEngine(file) }
        guard let engine else { return [] }
        let first = try seconds { _ = try engine.geocode(texts[0], LocatorFilter()) }
        var times: [Double] = []
        for text in texts[1...] { times.append(try seconds { _ = try engine.geocode(text, LocatorFilter()) }) }
        return [opening * 1000, first * 1000, megabytes(Memory.resident), times.sorted()[990] * 1000]
    }

    private static func megabytes(_ bytes: Int?) -> Double { bytes.map { Double($0) / 1_048_576 } ?? 0 }

    // MARK: - Invented addresses

    private static let names = [
        "Oak", "Maple", "Cedar", "Pine", "Elm", "Washington", "Lake", "Hill", "Park", "Main", "River", "Sunset", "Jackson",
        "Highland", "Forest", "Meadow",
        "Church", "Walnut", "Spring", "Chestnut", "Franklin", "Jefferson", "Lincoln", "Madison", "Cherry", "Dogwood", "Hickory",
        "Willow", "Adams", "Ridge",
    ]
    private static let endings = [
        "", "", "brook", "field", "wood", "ton", "view", "crest", "dale", "ford", "gate", "mont", "side", "vale",
    ]
    private static let kinds = ["St", "Ave", "Rd", "Dr", "Ln", "Ct", "Blvd", "Way"]
    private static let states = ["AL", "CA", "TX", "NY", "IL", "OH", "GA", "NC", "MI", "WA"]

    private static func town(_ town: Int) -> String {
        names[town % 30] + endings[2 + town / 30 % 12] + (town % 3 == 0 ? " Heights" : "")
    }

    private static func street(_ numbers: inout RepeatableNumbers) -> String {
        [
            ["", "", "N ", "S "].randomElement(using: &numbers)!, names.randomElement(using: &numbers)!,
            endings.randomElement(using: &numbers)!, " ", kinds.randomElement(using: &numbers)!,
        ]
        .joined()
    }

    /// A street of 25 houses.
    private struct Street {
        let town: Int
        let name: String
        let first: Int
        let (x, y): (Double, Double)

        func number(_ house: Int) -> Int { first + house * 2 + house % 2 }
        var place: [String] { [LargeLocatorBenchmark.town(town), states[town % 10], "\(10_000 + town)"] }
    }

    /// Forty in each town, always the same.
    private static func streets() -> [Street] {
        var numbers = RepeatableNumbers(seed: 5)
        return (0..<5000).flatMap { town in
            let (x, y) = (Double.random(in: -120 ... -75, using: &numbers), Double.random(in: 30...45, using: &numbers))
            return (0..<40).map { _ in
                Street(
                    town: town, name: street(&numbers), first: Int.random(in: 1..<40, using: &numbers) * 100,
                    x: x + Double.random(in: -0.05...0.05, using: &numbers),
                    y: y + Double.random(in: -0.05...0.05, using: &numbers))
            }
        }
    }

    private static func questions(_ count: Int, known share: Int) -> [String] {
        let streets = streets()
        var numbers = RepeatableNumbers(seed: 9)
        return (0..<count).map { _ in question(streets, known: share, &numbers) }
    }

    private static func question(_ streets: [Street], known share: Int, _ numbers: inout RepeatableNumbers) -> String {
        let known = streets.randomElement(using: &numbers)!
        let isKnown = Int.random(in: 0..<100, using: &numbers) < share
        let number = isKnown ? known.number(Int.random(in: 0..<25, using: &numbers)) : Int.random(in: 100..<4000, using: &numbers)
        let (town, place) = (known.place[0], known.place[1...].joined(separator: " "))
        return "\(number) \(isKnown ? known.name : street(&numbers)), \(town), \(place)"
    }

    private static func write(_ path: String) throws {
        try Data().write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        var text = "number,street,city,state,postcode,lon,lat\n"
        for street in streets() {
            let place = street.place.joined(separator: ",")
            for house in 0..<25 {
                text += "\(street.number(house)),\(street.name),\(place),\(street.x + Double(house) * 0.0002),\(street.y)\n"
            }
            if text.utf8.count > 1 << 20 {
                try file.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }
}
