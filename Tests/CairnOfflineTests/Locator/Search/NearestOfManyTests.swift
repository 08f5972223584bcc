import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct NearestOfManyTests {
    private let town: BuiltLocator
    private let file: LocatorFile

    init() throws {
        town = try BuiltLocator(Town.addresses, Town.ranges, Town.places)
        file = LocatorFile(town.url)
    }

    private func label(_ x: Double, _ y: Double, _ types: [String], _ distance: Double? = nil) async throws -> String? {
        let entries = try await file.nearestEntries(to: [Position(x: x, y: y)], maxDistance: distance, featureTypes: types)
        return try entries[0].flatMap { try file.result(of: $0) }.map {
            "\($0.attributes["Addr_type"]?.string ?? ""): \($0.label)"
        }
    }

    @Test func `a street that is asked for is the street, and no house of it`() async throws {
        #expect(try await label(-89.65, 39.7801, ["StreetName"]) == "StreetName: South Main Street, Springfield, IL")
        #expect(try await label(-89.695, 39.8002, ["StreetName"]) == "StreetName: Elm Road, Springfield, IL")
        let house = "PointAddress: 12 South Main Street, Springfield, IL, 62703"
        #expect(try await label(-89.65, 39.7801, ["StreetName", "PointAddress"]) == house)
        #expect(try await label(-89.695, 39.8002, ["Street Name", "Point Address"]) == "StreetName: Elm Road, Springfield, IL")
        #expect(try await label(-89.695, 39.8002, ["StreetName", "StreetAddress"])?.hasPrefix("StreetAddress: 1") == true)
        #expect(try await label(-89.65, 39.7801, ["StreetName", "StreetAddress"])?.hasPrefix("StreetName: South") == true)
        #expect(try await label(-89.65, 39.7801, ["PointAddress"]) == house)
    }

    @Test(arguments: [.nan, -1, -Double.infinity, 0]) func `what is no distance reaches nothing but the place itself`(
        distance: Double
    ) async throws {
        #expect(try await label(-89.65, 39.78001, [], distance) == nil)
        #expect(try await label(-89.65, 39.78, [], distance)?.hasPrefix("PointAddress: 12 South") == true)
        var parameters = ReverseGeocodeParameters()
        parameters.maxDistance = distance
        let beside = MapPoint(latitude: 39.78001, longitude: -89.65)
        #expect(try await town.task.reverseGeocode(forLocation: beside, parameters: parameters).isEmpty)
    }

    @Test func `a place means the same however often its longitude goes around the earth`() async throws {
        var random = FixedRandom(seed: 12)
        let places = (0..<1500).map { number in
            let y = 39.8 + Double.random(in: -0.02...0.02, using: &random)
            let x = -89.65 + Double.random(in: -0.06...0.06, using: &random)
            return number % 9 == 0 ? Position(x: x * 1e16, y: y) : Position(x: x + 360 * Double(number % 7 - 3), y: y)
        }
        let reduced = places.map { Position(x: remainder($0.x, 360), y: $0.y) }
        for distance in [nil, Double.infinity] {
            let (odd, plain) = (
                try await file.nearestEntries(to: places, maxDistance: distance),
                try await file.nearestEntries(to: reduced, maxDistance: distance)
            )
            #expect(odd == plain && (distance == nil || !odd.contains(nil)))
        }
        for (place, same) in zip(places, reduced).prefix(100) {
            let engine = try LocatorEngine(town.url)
            let found = try [place, same].map { try engine.reverse($0, maximumDistance: .infinity)[0] }
            #expect(found[0].place == found[1].place && found[0].distance == found[1].distance, "\(place)")
        }
    }

    @Test func `cancellation is heard before the next place`() async throws {
        let engine = try LocatorEngine(town.url)
        let options = NearestSearch.Options(maximum: .infinity, types: ["what no table has"], limit: 1)
        let drawn = Task {
            var drawn = 0
            let places = (0..<100).lazy.map { number in
                drawn += 1
                if number == 3 { withUnsafeCurrentTask { $0?.cancel() } }
                return (number, Position(x: -89.65, y: 39.8))
            }
            #expect(throws: CancellationError.self) { try engine.nearest(to: places, options) }
            return drawn
        }
        #expect(await drawn.value == 4)
    }

    @Test(arguments: [1, 5000]) func `who is cancelled already gets nothing`(count: Int) async throws {
        let places = [Position](repeating: Position(x: -89.65, y: 39.8), count: count)
        let work = Task { [file] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await file.nearestEntries(to: places, featureTypes: ["what no table has"])
        }
        await #expect(throws: CancellationError.self) { try await work.value }
    }

    @Test func `a range of one number has it, whatever parity it is said to have`() {
        for (number, parity) in [(0, Parity.odd), (0, .even), (1, .even), (7, .odd), (8, .all)] {
            let range = RangeView(
                index: 0, low: number, high: number, first: number, last: number, parity: parity, postal: 0, street: 0)
            for share in [0, 0.5, 1] { #expect(range.number(at: share) == number) }
        }
    }
}
