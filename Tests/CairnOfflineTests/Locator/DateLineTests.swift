import CairnGeo
import CairnOffline
import CairnTasks
import Testing

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
}
