import CairnGeo
import CairnOffline
import CairnTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AddressAccuracyTests {
    private struct Address {
        let number: String
        let street: String
        let city: String
        let postal: String
    }

    private static let files = ["addresses-baltimore-osm.csv", "addresses-nyc-osm.csv"]

    private func addresses(_ file: String) throws -> [Address] {
        try RealData.rows(file).compactMap { row in
            let address = Address(
                number: row["number"] ?? "", street: row["street"] ?? "", city: row["city"] ?? "", postal: row["postcode"] ?? "")
            // Rows of several numbers, and of none, are no clean queries.
            let isClean =
                !address.street.isEmpty && address.number.first?.isNumber == true
                && !address.number.contains { ";,".contains($0) }
            return isClean ? address : nil
        }
    }

    private func share(_ file: String, _ query: (Address, inout FixedRandom) -> String) async throws -> Double {
        let locator = try BuiltLocator([RealData.folder.appending(path: file)])
        var random = FixedRandom(seed: 2026)
        var parameters = GeocodeParameters()
        parameters.maxResults = 1
        parameters.resultAttributeNames = ["AddNum", "StName"]
        let addresses = try addresses(file)
        var right = 0
        var misses: [String] = []
        for address in addresses {
            let text = query(address, &random)
            let best = try await locator.task.backend.geocode(.singleLine(text), parameters).first?.attributes
            let isRight =
                best?["AddNum"]?.string?.lowercased() == address.number.lowercased()
                && canonical(best?["StName"]?.string ?? "") == canonical(address.street)
            if isRight { right += 1 } else if misses.count < 10 { misses.append("\(text) → \(best as Any)") }
        }
        let share = Double(right) / Double(addresses.count)
        print("\(file): \(right) of \(addresses.count) right (\(share))")
        if ProcessInfo.processInfo.environment["SHOW_MISSES"] != nil { misses.forEach { print("   miss", $0) } }
        return share
    }

    private func canonical(_ street: String) -> String {
        street.lowercased().split(separator: " ").map(short).joined(separator: " ")
    }

    private func short(_ word: Substring) -> String {
        let table = [
            "east": "e", "west": "w", "north": "n", "south": "s", "street": "st", "avenue": "ave", "road": "rd",
            "boulevard": "blvd", "place": "pl", "drive": "dr", "lane": "ln", "court": "ct", "parkway": "pkwy", "square": "sq",
        ]
        return table[word.lowercased()] ?? word.lowercased()
    }

    private func line(_ parts: String...) -> String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }

    @Test(arguments: files) func `clean queries are right in 99 of 100`(file: String) async throws {
        guard RealData.has(file) else { return }
        let share = try await share(file) { a, _ in line("\(a.number) \(a.street)", a.city, a.postal) }
        #expect(share >= 0.99)
    }

    @Test(arguments: files) func `abbreviations, case and order may change in 95 of 100`(file: String) async throws {
        guard RealData.has(file) else { return }
        let share = try await share(file) { a, random in
            let street = a.street.split(separator: " ").map(short).joined(separator: " ")
            let number = a.number
            switch Int.random(in: 0..<5, using: &random) {
            case 0: return line("\(number) \(street)", a.city, a.postal).uppercased()
            case 1: return line(a.city, "\(number) \(street)")
            case 2: return "\(street) \(number) \(a.postal) \(a.city)".lowercased()
            case 3: return line(a.postal + " " + a.city, "\(street) \(number)")
            default: return "\(number) \(street) \(a.city)".capitalized
            }
        }
        #expect(share >= 0.95)
    }

    @Test(arguments: files) func `one letter may be wrong in 90 of 100`(file: String) async throws {
        guard RealData.has(file) else { return }
        let share = try await share(file) { a, random in
            edited(line("\(a.number) \(a.street)", a.city, a.postal), &random)
        }
        #expect(share >= 0.90)
    }

    private func edited(_ text: String, _ random: inout FixedRandom) -> String {
        var words = text.components(separatedBy: " ")
        let long = words.indices.filter { words[$0].count(where: \.isLetter) >= 4 && !words[$0].contains(where: \.isNumber) }
        guard let index = long.randomElement(using: &random) else { return text }
        var letters = Array(words[index])
        let place = Int.random(in: 0..<letters.count(where: \.isLetter), using: &random)
        let letter = "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random)!
        switch Int.random(in: 0..<4, using: &random) {
        case 0: letters.remove(at: place)
        case 1: letters.insert(letter, at: place)
        case 2 where place + 1 < letters.count: letters.swapAt(place, place + 1)
        default: letters[place] = letter
        }
        words[index] = String(letters)
        return words.joined(separator: " ")
    }

    @Test func `the middle number of every range is found at its place`() async throws {
        let file = "addresses-autauga-tiger.csv"
        guard RealData.has(file) else { return }
        let locator = try BuiltLocator([RealData.folder.appending(path: file)])
        let rows = try RealData.rows(file)
        let ranges = rows.map(TigerRange.init)
        let streets = Dictionary(grouping: ranges) { $0.identity }
        var (missing, notFirst) = (0, 0)
        // Every range in the long suite, every tenth here.
        let step = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 10 : 1
        for range in stride(from: 0, to: ranges.count, by: step).map({ ranges[$0] }) {
            let number = range.middle
            let text = "\(number) \(range.street), \(range.city), \(range.state)"
            let results = try await locator.task.backend.geocode(.singleLine(text), GeocodeParameters())
            let expected = range.place(of: number)
            let place = results.firstIndex { result in
                Geodesic.distance(from: result.location!.position, to: expected) <= 2
            }
            if place == nil {
                missing += 1
                if missing < 10 { print("missing", text, expected, results.prefix(2)) }
            }
            let others = (streets[range.identity] ?? []).count { $0.holds(number) }
            if others == 1, place != 0 {
                notFirst += 1
                if notFirst < 10 { print("not first", text, place as Any, results.prefix(2).map(\.label)) }
            }
        }
        #expect(missing == 0)
        #expect(notFirst == 0)
    }

    @Test func `North Memorial Drive finds N Memorial Dr`() async throws {
        let file = "addresses-autauga-tiger.csv"
        guard RealData.has(file) else { return }
        let locator = try BuiltLocator([RealData.folder.appending(path: file)])
        let best = try await locator.task.geocode(forSearchText: "North Memorial Drive, Autauga").first
        #expect(best?.label.hasPrefix("N Memorial Dr, Autauga") == true)
        #expect(best?.score == 100)
    }
}

/// A range of the Census' file, interpolated here in its own way.
private struct TigerRange {
    let from: Int, to: Int, parity: String, street: String, city: String, state: String
    let line: [Position]

    init(_ row: [String: String]) {
        from = Int(row["from"]!)!
        to = Int(row["to"]!)!
        parity = row["interpolation"]!
        street = row["street"]!
        city = row["city"]!
        state = row["state"]!
        line = row["geometry"]!.dropFirst("LINESTRING(".count).dropLast().split(separator: ",").map { vertex in
            let numbers = vertex.split(separator: " ").map { Double($0)! }
            return Position(x: numbers[0], y: numbers[1])
        }
    }

    /// The Census writes the same road as "County 32" and as "County32": both have the same words.
    var identity: String { "\(street.replacing(/([A-Za-z])(?=[0-9])/) { "\($0.1) " })|\(city)" }

    func holds(_ number: Int) -> Bool {
        guard min(from, to) <= number, number <= max(from, to) else { return false }
        return parity == "all" || (number % 2 == 0) == (parity == "even")
    }

    var middle: Int {
        let middle = (from + to) / 2
        if parity == "all" || holds(middle) { return middle }
        return holds(middle + 1) ? middle + 1 : holds(middle - 1) ? middle - 1 : from
    }

    func place(of number: Int) -> Position {
        let share = from == to ? 0.5 : Double(number - from) / Double(to - from)
        let lengths = zip(line, line.dropFirst()).map { Geodesic.distance(from: $0, to: $1) }
        var rest = share * lengths.reduce(0, +)
        for (index, length) in lengths.enumerated() {
            if rest <= length, length > 0 {
                let (a, b) = (line[index], line[index + 1])
                return Position(x: a.x + (b.x - a.x) * rest / length, y: a.y + (b.y - a.y) * rest / length)
            }
            rest -= length
        }
        return line.last!
    }
}
