import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

/// One street in very many towns: what limits and orders the answers must take part in the search.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct FilterTests {
    private static let towns = 2100
    private static let shared = Result { try locator() }
    private let locator: BuiltLocator

    init() throws {
        locator = try Self.shared.get()
    }

    private static func locator() throws -> BuiltLocator {
        var rows = "number,street,city,state,country,postcode,lon,lat\n"
        for town in 0..<towns {
            let (x, y) = place(town)
            for number in [100, 102] {
                rows +=
                    "\(number),Main St,Town \(name(town)),\(town % 2 == 0 ? "KS" : "NE"),\(town % 5 == 0 ? "CA" : "US"),\(10000 + town),\(x + Double(number) * 1e-5),\(y)\n"
            }
        }
        return try BuiltLocator(rows, "name,admin1,country,lon,lat\nMain,Hesse,DE,8.7,50.1\nNain,St. Elizabeth,JM,-77.6,17.9\n")
    }

    private static func place(_ town: Int) -> (x: Double, y: Double) {
        (-110 + Double(town % 50) * 0.3, 30 + Double(town / 50) * 0.3)
    }

    /// Letters only, so that no number of a name is a house's.
    private static func name(_ town: Int) -> String {
        String(decoding: [town / 676, town / 26 % 26, town % 26].map { UInt8(97 + $0) }, as: UTF8.self)
    }

    private var some: [Int] { Array(stride(from: 3, to: Self.towns, by: 97)) }

    private func geocode(_ text: String, _ change: (inout GeocodeParameters) -> Void) async throws -> [GeocodeResult] {
        var parameters = GeocodeParameters()
        change(&parameters)
        parameters.resultAttributeNames = ["*"]
        return try await locator.task.geocode(forSearchText: text, using: parameters)
    }

    @Test(arguments: ["100 Main St", "100 Main St, US", "main street 100"])
    func `without a town all are answers, though a settlement is called as a part of the name is`(query: String) async throws {
        let found = try await geocode(query) { _ in }
        #expect(found.count == 50)
        for result in found {
            #expect(
                result.attributes["Addr_type"]?.text == "PointAddress" && result.score > 90, "\(result.label) \(result.score)")
            #expect(result.label.hasPrefix("100 Main St"))
        }
    }

    @Test func `an area finds the one that lies in it`() async throws {
        for town in some {
            await Task.yield()
            let (x, y) = Self.place(town)
            let found = try await geocode("102 Main St") {
                $0.searchArea = Envelope(xMin: x - 0.1, yMin: y - 0.1, xMax: x + 0.1, yMax: y + 0.1, spatialReference: .wgs84)
            }
            #expect(found.map { $0.attributes["City"] } == [.string("Town \(Self.name(town))")])
            #expect(found.first?.score == 100)
        }
    }

    @Test func `of equals the nearest comes first`() async throws {
        for town in some {
            await Task.yield()
            let (x, y) = Self.place(town)
            let found = try await geocode("102 Main St") {
                $0.preferredSearchLocation = MapPoint(latitude: y + 0.01, longitude: x - 0.01)
            }
            #expect(found.first?.attributes["City"] == .string("Town \(Self.name(town))"))
            let distances = found.map { $0.attributes["Distance"]!.double! }
            #expect(distances == distances.sorted() && distances.count == 50)
        }
    }

    @Test func `countries, of which there may be several, and categories hold for every answer`() async throws {
        let found = try await geocode("Main St") { $0.countryCode = "CAN" }
        #expect(found.count == 50 && found.allSatisfy { $0.attributes["Country"] == "CA" })
        #expect(try await geocode("Main St") { $0.countryCode = "FR, MX" }.isEmpty)
        #expect(try await !geocode("Main St") { $0.countryCode = "FR,CA" }.isEmpty)
        for names in ["Canada", "france; CANADA", "United States of America,Canada", "FR CA"] {
            #expect(try await geocode("Main St") { $0.countryCode = names } == found, "\(names)")
        }
        #expect(try await geocode("Main St") { $0.countryCode = "Atlantis" }.isEmpty)
        for categories in [["Point Address"], ["pointaddress"], ["Address"], ["Street Address", "POI"]] {
            #expect(
                try await geocode("102 Main St, Town aab") { $0.categories = categories }.first?.label.hasPrefix(
                    "102 Main St, Town aab") == true)
        }
        #expect(
            try await geocode("102 Main St, Town aab") { $0.categories = ["StreetName"] }.allSatisfy {
                $0.attributes["Addr_type"] == "StreetName"
            })
    }

    @Test func `the town that is named is found among all, and so is the post code`() async throws {
        for town in some {
            await Task.yield()
            let byCity = try await geocode("102 main st, town \(Self.name(town))") { _ in }
            #expect(byCity.first?.attributes["City"] == .string("Town \(Self.name(town))") && byCity.first?.score == 100)
            let byCode = try await geocode("102 Main St \(10000 + town)") { _ in }
            #expect(byCode.first?.attributes["Postal"] == .string("\(10000 + town)") && byCode.first?.score == 100)
        }
    }

    @Test func `suggestions are near first, and within an area`() async throws {
        for town in some {
            await Task.yield()
            let (x, y) = Self.place(town)
            var parameters = SuggestParameters()
            parameters.preferredSearchLocation = MapPoint(latitude: y, longitude: x)
            for text in ["ma", "main", "Main S", "102 mai"] {
                let first = try await locator.task.suggest(forSearchText: text, parameters: parameters).first
                #expect(first?.label.contains("Town \(Self.name(town))") == true, "\(text) \(first?.label ?? "nothing")")
            }
            parameters.preferredSearchLocation = nil
            parameters.searchArea = Envelope(xMin: x - 0.1, yMin: y - 0.1, xMax: x + 0.1, yMax: y + 0.1, spatialReference: .wgs84)
            let within = try await locator.task.suggest(forSearchText: "mai", parameters: parameters)
            #expect(!within.isEmpty && within.allSatisfy { $0.label.contains("Town \(Self.name(town))") })
        }
    }

    @Test func `words of one name complete it with its town`() async throws {
        for town in some {
            await Task.yield()
            let labels = try await locator.task.suggest(forSearchText: "main st town \(Self.name(town))").map(\.label)
            #expect(labels.first?.hasPrefix("Main St, Town \(Self.name(town))") == true)
        }
    }
}
