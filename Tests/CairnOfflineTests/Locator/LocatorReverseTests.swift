import CairnGeo
import CairnOffline
import CairnTasks
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LocatorReverseTests {
    let locator: BuiltLocator

    init() throws {
        locator = try BuiltLocator(Town.addresses, Town.ranges, Town.places)
    }

    private func at(_ latitude: Double, _ longitude: Double, _ change: (inout ReverseGeocodeParameters) -> Void = { _ in })
        async throws -> [GeocodeResult]
    {
        var parameters = ReverseGeocodeParameters()
        change(&parameters)
        return try await locator.task.reverseGeocode(
            forLocation: MapPoint(latitude: latitude, longitude: longitude), parameters: parameters)
    }

    @Test func `the nearest address is found`() async throws {
        #expect(try await at(39.78001, -89.65001).first?.label == "12 South Main Street, Springfield, IL, 62703")
    }

    @Test func `a place along a range has the number of its share`() async throws {
        let result = try #require(try await at(39.8001, -89.6950).first)
        #expect(result.attributes["AddNum"] == "151" || result.attributes["AddNum"] == "149")
        #expect(result.attributes["Addr_type"] == "StreetAddress")
    }

    @Test func `far from every address the nearest place is found`() async throws {
        #expect(try await at(48.6, 2.3).first?.label == "Paris, Île-de-France, FR")
    }

    @Test func `the date line is no border`() async throws {
        #expect(try await at(-16.5, -179.99).first?.label == "Tavua, Northern, FJ")
    }

    @Test func `types and distances limit what is found`() async throws {
        #expect(
            try await at(39.78001, -89.65001) { $0.featureTypes = ["Locality"] }.first?.label.hasPrefix("Springfield") == true)
        #expect(try await at(48.6, 2.3) { $0.maxDistance = 1000 }.isEmpty)
        #expect(try await at(39.7801, -89.65) { $0.maxDistance = 5 }.isEmpty)
    }

    @Test func `several come nearest first`() async throws {
        let distances = try await at(39.80, -89.65) { $0.maxResults = 5 }.map { $0.attributes["Distance"]!.double! }
        #expect(distances.count >= 3 && distances == distances.sorted())
    }

    @Test func `a place in Web Mercator is understood`() async throws {
        let point = try MapPoint(latitude: 48.85, longitude: 2.35).projected(to: .webMercator)
        #expect(try await locator.task.reverseGeocode(forLocation: point).first?.label.hasPrefix("Paris") == true)
    }
}
