import CairnGeo
import CairnTasks
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct DateLineTests {
    @Test func `a line across the date line is as short as it is`() async throws {
        let locator = try BuiltLocator(
            "from;to;street;city;geometry\n1;99;Date Rd;City;LINESTRING(179.99 10, -179.99 10)\n",
            "number,street,city,lon,lat\n1,Line St,Town,179.9999,-5\n2,Line St,Town,-179.9999,-5\n")
        let house = try #require(try await locator.task.geocode(forSearchText: "50 Date Rd").first?.location)
        #expect(abs(abs(house.x) - 180) < 1e-6 && house.y == 10)
        #expect(
            try await locator.task.reverseGeocode(forLocation: MapPoint(latitude: 10, longitude: 180)).first?.label
                == "50 Date Rd, City")
        #expect(try await locator.task.reverseGeocode(forLocation: MapPoint(latitude: 10, longitude: 0)).isEmpty)
        let town = try #require(try await locator.task.geocode(forSearchText: "Town").first?.location)
        #expect(abs(abs(town.x) - 180) < 1e-3)
    }

    @Test func `a town is as near across the date line as it is`() async throws {
        let locator = try BuiltLocator(
            "number,street,lon,lat\n5,Elm Rd,-179.999,-16.8\n6,Oak Rd,179.999,-16.8\n7,Far Rd,0,-16.8\n",
            "name,country,lon,lat\nTaveuni,FJ,179.99,-16.8\n")
        for query in ["5 Elm Rd, Taveuni", "6 Oak Rd, Taveuni"] {
            #expect(try await locator.task.geocode(forSearchText: query).first?.score ?? 0 > 95, "\(query)")
        }
        #expect(try await locator.task.geocode(forSearchText: "7 Far Rd, Taveuni").first?.score ?? 0 < 80)
    }

    @Test(arguments: [
        (179.0, 181.0), (-181.0, -179.0), (179.0, -179.0), (539.0, 541.0), (-180.0, 180.0), (-400.0, 400.0), (180.0, 180.9),
    ])
    func `an area may cross the date line`(west: Double, east: Double) async throws {
        let locator = try BuiltLocator(
            "number,street,city,lon,lat\n1,Line St,Town,179.99995,-5\n2,Line St,Town,-179.9,-5\n3,Line St,Town,0,-5\n4,Line St,Town,179.95,5\n"
                + "5,Edge Rd,Town,-179.99995,-5\n"
        )
        let area = Envelope(xMin: west, yMin: -6, xMax: east, yMax: -4, spatialReference: .wgs84)
        var parameters = GeocodeParameters()
        parameters.searchArea = area
        func count(_ number: Int) async throws -> Int {
            try await locator.task.geocode(forSearchText: "\(number) Line St", using: parameters).count {
                $0.label.hasPrefix("\(number) ")
            }
        }
        let isWhole = east - west >= 360
        #expect(try await count(1) == (west == 180 ? 0 : 1))
        #expect(try await count(2) == 1)
        #expect(try await count(3) == (isWhole ? 1 : 0))
        #expect(try await count(4) == 0)
        var suggesting = SuggestParameters()
        suggesting.searchArea = area
        let suggested = try await locator.task.suggest(forSearchText: "Edge", parameters: suggesting).map(\.label)
        #expect(suggested == ["Edge Rd, Town"])
        parameters.searchArea = Envelope(xMin: west, yMin: 6, xMax: east, yMax: 8, spatialReference: .wgs84)
        #expect(try await count(1) == 0)
    }

    @Test(arguments: [
        (Double.nan, 1.0, 0.0, 1.0), (0, .infinity, 0, 1), (0, 1, 5, -5), (-.infinity, .infinity, -90, 90), (0, 1, .nan, 1),
    ])
    func `an area of no numbers holds nothing`(west: Double, east: Double, south: Double, north: Double) {
        #expect(LocatorArea(Envelope(xMin: west, yMin: south, xMax: east, yMax: north)).boxes.isEmpty)
    }
}
