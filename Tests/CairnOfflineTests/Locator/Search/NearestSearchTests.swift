import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)), .serialized)
struct NearestSearchTests {
    /// Houses around places that are hard: poles, the date line, and a town whose rows are many.
    private func rows(_ random: inout FixedRandom) -> [(number: Int, street: String, x: Double, y: Double)] {
        let middles = [(0.0, 89.999), (180.0, 0.0), (-179.999, 65.0), (10.0, -89.9995), (8.5, 47.3), (8.51, 47.3)]
        return (0..<3000).map { row in
            let (x, y) = middles[row % middles.count]
            let reach = row % 3 == 0 ? 0.0001 : 0.003
            let (lon, lat) = (
                x + Double.random(in: -1...1, using: &random) * (abs(y) > 89 ? 180 : reach),
                y + Double.random(in: -1...1, using: &random) * reach
            )
            return (
                row % 500 + 1, "Street \("ABCDEFGH".randomElement(using: &random)!)", remainder(lon, 360), max(-90, min(90, lat))
            )
        }
    }

    private func locator(_ rows: [(number: Int, street: String, x: Double, y: Double)]) throws -> BuiltLocator {
        try BuiltLocator(
            "number,street,lon,lat\n" + rows.map { "\($0.number),\($0.street),\($0.x),\($0.y)" }.joined(separator: "\n"))
    }

    @Test func `the nearest house is the one that a comparison of all finds, at poles and across the date line`() async throws {
        var random = FixedRandom(seed: 5)
        let rows = rows(&random)
        let locator = try locator(rows)
        let file = LocatorFile(locator.url)
        let places = (0..<rounds(60, long: 200)).map { index in
            let row = rows[index * 13]
            return Position(
                x: remainder(row.x + Double.random(in: -1...1, using: &random) * (abs(row.y) > 89 ? 180 : 0.002), 360),
                y: max(-90, min(90, row.y + Double.random(in: -0.002...0.002, using: &random))))
        }
        let entries = try await file.nearestEntries(to: places, maxDistance: 50_000)
        var parameters = ReverseGeocodeParameters()
        parameters.maxDistance = 50_000
        parameters.maxResults = 5
        for (place, entry) in zip(places, entries) {
            await Task.yield()
            let distances = rows.map { Geodesic.distance(from: place, to: Position(x: $0.x, y: $0.y)) }.sorted()
            let found = try await locator.task.reverseGeocode(
                forLocation: MapPoint(place, spatialReference: .wgs84), parameters: parameters)
            #expect(zip(found, distances).allSatisfy { abs($0.attributes["Distance"]!.double! - $1) < 0.02 }, "\(place)")
            #expect(found.count == 5)
            let single = try #require(try entry.flatMap { try file.result(of: $0) }?.location)
            #expect(abs(Geodesic.distance(from: place, to: single.position) - distances[0]) < 0.02)
        }
    }

    @Test func `many places are answered as each alone, in their order`() async throws {
        var random = FixedRandom(seed: 6)
        let rows = rows(&random).filter { abs($0.y) < 89 }
        // Towns some kilometres apart, which are found where no house is near enough.
        let towns = (0..<60).map { town in
            "Town \(town),\(8.5 + Double.random(in: -0.5...0.5, using: &random)),\(47.3 + Double.random(in: -0.5...0.5, using: &random))"
        }
        let locator = try BuiltLocator(
            "number,street,lon,lat\n" + rows.map { "\($0.number),\($0.street),\($0.x),\($0.y)" }.joined(separator: "\n"),
            "name,lon,lat\n" + towns.joined(separator: "\n"))
        let file = LocatorFile(locator.url)
        // More than one task takes.
        var places = (0..<4500).map { number in
            let row = number % 2 == 0 ? (x: 8.5, y: 47.3) : rows.randomElement(using: &random).map { (x: $0.x, y: $0.y) }!
            let reach = number % 2 == 0 ? 0.6 : 0.02
            return Position(
                x: row.x + Double.random(in: -reach...reach, using: &random),
                y: row.y + Double.random(in: -reach...reach, using: &random) / 2)
        }
        places[17] = Position(x: .nan, y: 3)
        places[18] = Position(x: 3, y: 91)
        let all = try await file.nearestEntries(to: places)
        #expect(all.count == 4500 && all[17] == nil && all[18] == nil)
        for index in stride(from: 0, to: places.count, by: 5) {
            let alone = try await file.nearestEntries(to: [places[index]]).first ?? nil
            let same = try alone.map { try file.result(of: $0)?.location } == all[index].map { try file.result(of: $0)?.location }
            #expect(same, "\(places[index])")
        }
        #expect(try await file.nearestEntries(to: []).isEmpty)
        withExtendedLifetime(locator) {}
    }

    /// Houses, lines and settlements at the poles, at the date line, and in towns.
    private func tables(_ random: inout FixedRandom) -> [String] {
        let rows = rows(&random)
        let lines = (0..<400).map { number in
            let row = rows[number * 7]
            let reach = abs(row.y) > 89 ? 2 : 0.004
            let (x, y) = (
                row.x + Double.random(in: -reach...reach, using: &random),
                row.y + Double.random(in: -0.004...0.004, using: &random)
            )
            return "1,199,Road \(number),\"LINESTRING(\(row.x) \(row.y), \(remainder(x, 360)) \(max(-90, min(90, y))))\""
        }
        let towns = (0..<300).map { number in
            let row = rows[number * 11 % rows.count]
            let y = max(-90, min(90, row.y + Double.random(in: -0.3...0.3, using: &random)))
            return "Town \(number),\(remainder(row.x + Double.random(in: -0.3...0.3, using: &random), 360)),\(y)"
        }
        return [
            "number,street,lon,lat\n" + rows.map { "\($0.number),\($0.street),\($0.x),\($0.y)" }.joined(separator: "\n"),
            "from,to,street,geometry\n" + lines.joined(separator: "\n"), "name,lon,lat\n" + towns.joined(separator: "\n"),
        ]
    }

    private func hardPlaces(_ random: inout FixedRandom) -> [Position] {
        let middles = [(0.0, 90.0), (0, -90), (180, 0), (-179.999, 65), (8.5, 47.3), (8.51, 47.3)]
        return (0..<120).map { number in
            let (middle, reach) = (middles[number % middles.count], [0, 0.0001, 0.003, 0.2, 0.6][number % 5])
            let x = abs(middle.1) > 89 ? Double.random(in: -180...180, using: &random) : middle.0
            return Position(
                x: x + Double.random(in: -reach...reach, using: &random) + (number % 7 == 0 ? 360 : 0),
                y: max(-90, min(90, middle.1 + Double.random(in: -reach...reach, using: &random))))
        }
    }

    @Test func `what was found for another place, near or far, changes nothing`() async throws {
        var random = FixedRandom(seed: 7)
        let tables = tables(&random)
        let locator = try BuiltLocator(tables[0], tables[1], tables[2])
        let engine = try LocatorEngine(locator.url)
        for types in [[], ["streetaddress"], ["pointaddress"], ["locality", "postal"]] as [Set<String>] {
            for distance in [nil, 3000, Double.infinity] {
                await Task.yield()
                try compareKnown(engine, NearestSearch.Options(maximum: distance, types: types, limit: 1), &random)
            }
        }
        withExtendedLifetime(locator) {}
    }

    private func compareKnown(_ engine: LocatorEngine, _ options: NearestSearch.Options, _ random: inout FixedRandom) throws {
        var search = NearestSearch(engine.index, options)
        var found: [NearestSearch.Found] = []
        for place in hardPlaces(&random) {
            try search.run(place)
            let alone = search.kept.first
            let others = found.suffix(1) + (0..<2).compactMap { _ in found.randomElement(using: &random) }
            for known in [alone].compactMap(\.self) + others {
                try search.run(place, from: known)
                #expect(search.kept.first?.entry == alone?.entry, "\(place) after \(known)")
            }
            if let alone { found.append(alone) }
        }
        #expect(!found.isEmpty)
    }

    @Test func `the nearest of a line's places is the one that a comparison of many of them finds`() async throws {
        var random = FixedRandom(seed: 11)
        let lines = (0..<200).map { number -> [Position] in
            let middle = [(180.0, 0.0), (-179.999, 65), (8.5, 47.3), (20, 83)][number % 4]
            return (0..<3).map { _ in
                Position(
                    x: remainder(middle.0 + Double.random(in: -0.01...0.01, using: &random), 360),
                    y: middle.1 + Double.random(in: -0.01...0.01, using: &random))
            }
        }
        let rows = lines.enumerated().map { number, line in
            "1,1,Road \(number),\"LINESTRING(\(line.map { "\($0.x) \($0.y)" }.joined(separator: ", ")))\""
        }
        let locator = try BuiltLocator("from,to,street,geometry\n" + rows.joined(separator: "\n"))
        let engine = try LocatorEngine(locator.url)
        var search = NearestSearch(engine.index, NearestSearch.Options(maximum: 50_000, types: [], limit: 1))
        var last: NearestSearch.Found?
        let spots = lines.flatMap { line in (0...200).map { AddressLine(line).place(at: Double($0) / 200) } }
        for line in lines.prefix(100) {
            await Task.yield()
            let place = Position(
                x: line[0].x + Double.random(in: -0.01...0.01, using: &random),
                y: line[0].y + Double.random(in: -0.01...0.01, using: &random))
            try search.run(place, from: last)
            last = search.kept.first
            let nearest = spots.lazy.filter { abs($0.y - place.y) < 0.05 }.map { Geodesic.distance(from: place, to: $0) }.min()!
            let own = try #require(last).square.squareRoot()
            // Between the places that are compared there are up to 20 m.
            #expect(own <= nearest + 0.01 && own >= nearest - 11, "\(place): \(own), \(nearest)")
        }
        withExtendedLifetime(locator) {}
    }

    @Test func `what is far is nothing unless it is asked for`() async throws {
        let locator = try BuiltLocator("number,street,lon,lat\n1,Main St,10,50\n", "name,lon,lat\nTown,10,50.5\n")
        func found(_ latitude: Double, _ distance: Double?) async throws -> String? {
            var parameters = ReverseGeocodeParameters()
            parameters.maxDistance = distance
            return try await locator.task.reverseGeocode(
                forLocation: MapPoint(latitude: latitude, longitude: 10), parameters: parameters
            ).first?.label
        }
        #expect(try await found(50.0044, nil) == "1 Main St")
        #expect(try await found(50.006, nil) == nil)
        #expect(try await found(50.006, 1000) == "1 Main St")
        #expect(try await found(50.1, nil) == "Town")
        #expect(try await found(51.0, nil) == nil)
        #expect(try await found(51.0, 100_000) == "Town")
        #expect(try await found(50, 0) == "1 Main St")
        #expect(try await found(50.1, .infinity) == "1 Main St")
    }

    @Test func `an entry that the file does not have is nothing`() throws {
        let locator = try BuiltLocator(Town.addresses, Town.ranges)
        let file = LocatorFile(locator.url)
        let kinds: [UInt64] = [0, 1, 2, 3].map { $0 << 62 }
        let raws = kinds.flatMap { kind in [UInt64(0), 1, 99, 7_000, 5 << 32, 0xFFFF_FFFF].map { kind | $0 } }
        for raw in raws {
            let result = try file.result(of: LocatorEntry(rawValue: raw))
            #expect(result == nil || raw & 0xFFFF_FFFF < 99)
        }
        withExtendedLifetime(locator) {}
    }

    @Test func `of many places along streets each is answered as it is alone`() async throws {
        var random = FixedRandom(seed: 8)
        let lines = (0..<40).map { number in
            let (x, y) = (8.5 + Double(number % 8) * 0.002, 47.3 + Double(number / 8) * 0.002)
            let end = (
                x + Double.random(in: -0.003...0.003, using: &random), y + Double.random(in: -0.003...0.003, using: &random)
            )
            return "1,199,Street \(number),\"LINESTRING(\(x) \(y), \(end.0) \(end.1))\""
        }
        let locator = try BuiltLocator("from,to,street,geometry\n" + lines.joined(separator: "\n"))
        let file = LocatorFile(locator.url)
        let places = (0..<6000).map { _ in
            Position(x: Double.random(in: 8.498...8.518, using: &random), y: Double.random(in: 47.298...47.31, using: &random))
        }
        let all = try await file.nearestEntries(to: places)
        for index in stride(from: 0, to: places.count, by: 3) {
            let alone = try await file.nearestEntries(to: [places[index]]).first ?? nil
            let distances = try [alone, all[index]].map { entry in
                try entry.flatMap { try file.result(of: $0)?.location }.map {
                    Geodesic.distance(from: places[index], to: $0.position)
                }
            }
            // Between numbers of the same street there is up to a step of them.
            #expect(alone != nil && all[index] != nil && abs(distances[0]! - distances[1]!) < 3, "\(places[index])")
        }
        withExtendedLifetime(locator) {}
    }
}
