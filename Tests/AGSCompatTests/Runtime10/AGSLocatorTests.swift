import AGSCompat
import CairnCallbacks
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Dispatch
import Foundation
import Testing

@MainActor
private final class SearchController: AGSLocatorDelegate {
    let locator: AGSLocator
    var told: [String] = []
    var results: [AGSLocatorFindResult] = []
    var candidates: [AGSAddressCandidate] = []
    var ended: (() -> Void)?

    init(_ locator: AGSLocator) {
        self.locator = locator
        locator.delegate = self
    }

    private nonisolated func tell(_ word: String, _ body: @MainActor @Sendable (SearchController) -> Void = { _ in }) {
        #expect(CallbackQueue.isMain)
        MainActor.assumeIsolated {
            told.append(word)
            body(self)
            ended?()
        }
    }

    nonisolated func locator(_ locator: AGSLocator!, operation op: Operation!, didFind results: [Any]!) {
        let found = Carried(results.compactMap { $0 as? AGSLocatorFindResult })
        tell("found") { $0.results = found.value }
    }
    nonisolated func locator(_ locator: AGSLocator!, operation op: Operation!, didFailToFindWithError error: (any Error)!) {
        tell("failed \((error as NSError).code)")
    }
    nonisolated func locator(_ locator: AGSLocator!, operation op: Operation!, didFindLocationsForAddress candidates: [Any]!) {
        let found = Carried(candidates.compactMap { $0 as? AGSAddressCandidate })
        tell("locations") { $0.candidates = found.value }
    }
    nonisolated func locator(
        _ locator: AGSLocator!, operation op: Operation!, didFindAddressForLocation candidate: AGSAddressCandidate!
    ) {
        let found = Carried(candidate)
        tell("address") { $0.candidates = [found.value!] }
    }
    nonisolated func locator(_ locator: AGSLocator!, operation op: Operation!, didFailAddressForLocation error: (any Error)!) {
        tell("no address \((error as NSError).domain == AGSErrorDomain)")
    }
    nonisolated func locator(_ locator: AGSLocator!, operation op: Operation!, didFetchLocatorInfo locatorInfo: AGSLocatorInfo!) {
        tell("info \(locatorInfo.supportsSuggestions)")
    }
}

/// As apps make them.
private final class TownLocator: AGSLocator {
    let town: String

    override init(url: URL!) {
        town = "Gotham"
        super.init(url: url)
    }
}

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSLocatorTests {
    @Test func `a subclass is made with an address, as later Swift spells it`() throws {
        let url = try #require(URL(string: "https://example.com/Town/GeocodeServer"))
        let search = TownLocator(url: url)
        #expect(search.url == url && search.town == "Gotham")
    }

    private static let table = """
        number,street,city,state,lon,lat
        380,New York Street,Redlands,CA,-117.19,34.05
        12,Gotham Road,Gotham,NY,-74.0,40.7
        14,Gotham Road,Gotham,NY,-74.001,40.701

        """

    private func file() throws -> URL {
        let csv = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        try Data(Self.table.utf8).write(to: csv)
        let file = csv.appendingPathExtension("locator")
        _ = try LocatorBuilder(name: "Town").build([LocatorTable(detecting: csv)], to: file)
        return file
    }

    private func answered(_ controller: SearchController, _ ask: (AGSLocator) -> Void) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            controller.ended = { continuation.resume() }
            ask(controller.locator)
        }
    }

    @Test func `the suggest extension of 2014 runs on a service, and what it suggests is found by its key`() async throws {
        let server = LocalServer(locators: ["Town": LocatorTask(fileURL: try file())])
        let url = server.url(of: "Town", .geocodeServer, at: try await server.start())
        let controller = SearchController(AGSLocator(URL: url))
        let page = SuggestViewController(controller.locator)
        let suggestions: Carried<[AGSLocatorSuggestion]?> = await withCheckedContinuation { continuation in
            page.changed = { suggestions in
                #expect(CallbackQueue.isMain)
                continuation.resume(returning: Carried(suggestions))
            }
            page.findSuggestions("Gotham")
        }
        let suggestion = try #require(suggestions.value?.first)
        #expect(suggestion.text.contains("Gotham") && !suggestion.magicKey.isEmpty && page.lastSearch == "Gotham")
        // The page's own delegate is `self`; here it is what counts the answers.
        await answered(controller) { _ in page.find(suggestion, telling: controller) }
        let found = try #require(controller.results.first)
        #expect(controller.told == ["found"] && found.name.contains("Gotham") && found.score > 0)
        #expect((found.graphic.geometry as? AGSPoint)?.spatialReference == .webMercator())
        await answered(controller) { $0.fetchLocatorInfo() }
        #expect(controller.told.last == "info true")
        await server.stop()
    }

    @Test func `a locator file answers its delegate and closures alike`() async throws {
        let file = try file()
        let controller = SearchController(AGSLocator(url: file))
        let params = AGSLocatorFindParameters()
        params.text = "380 New York Street, Redlands"
        await answered(controller) { $0.findWithParameters(params) }
        #expect((controller.results.first?.graphic.geometry as? AGSPoint)?.x == -117.19)
        let result: Carried<AGSLocatorFindResult?> = await withCheckedContinuation { continuation in
            controller.locator.find(with: params) { results, _ in continuation.resume(returning: Carried(results?.first)) }
        }
        #expect(result.value?.name == controller.results.first?.name)
        let place = AGSPoint(x: -117.19, y: 34.05, spatialReference: .wgs84())
        await answered(controller) { $0.addressForLocation(place, maxSearchDistance: 100) }
        #expect(controller.candidates.first?.addressString.contains("New York") == true)
        let nowhere = AGSPoint(x: 0, y: 0, spatialReference: .wgs84())
        await answered(controller) { $0.address(forLocation: nowhere, maxSearchDistance: 100) }
        #expect(controller.told == ["found", "address", "no address true"])
        await answered(controller) {
            $0.locationsForAddress(["SingleLine": "12 Gotham Road"], returnFields: ["*"], outSpatialReference: nil)
        }
        #expect(controller.told.count == 4)
    }

    /// Asks for something in the west, whatever it says of itself.
    private final class WesternParameters: AGSLocatorFindParameters {
        var other: String?

        override func encodeToJSON() -> [AnyHashable: Any]! {
            var json: [AnyHashable: Any] = super.encodeToJSON()
            let west = AGSEnvelope(xMin: -118, yMin: 34, xMax: -117, yMax: 35, spatialReference: .wgs84())
            json["searchExtent"] = try? west.toJSON()
            if let other { json["text"] = other }
            return json
        }
    }

    @Test func `all that a subclass writes of itself is asked`() async throws {
        let controller = SearchController(AGSLocator(url: try file()))
        func found(_ params: AGSLocatorFindParameters) async -> [Double?] {
            params.text = "12 Gotham Road"
            await answered(controller) { $0.find(with: params) }
            return controller.results.map { ($0.graphic.geometry as? AGSPoint)?.x }
        }
        #expect(await found(AGSLocatorFindParameters()) == [-74])
        let west = WesternParameters()
        #expect(await found(west) == [])
        west.other = "380 New York Street, Redlands"
        #expect(await found(west) == [-117.19])
    }

    @Test func `a delegate is told on the main queue, whoever has asked`() async throws {
        let controller = SearchController(AGSLocator(url: try file()))
        let params = AGSLocatorFindParameters()
        params.text = "380 New York Street, Redlands"
        await answered(controller) { locator in
            let asked = Carried((locator, params))
            DispatchQueue.global().async { _ = asked.value.0.find(with: asked.value.1) }
        }
        #expect(controller.told == ["found"] && controller.results.count == 1)
    }

    @Test func `who cancels is told so`() async throws {
        let controller = SearchController(AGSLocator(url: try file()))
        let params = AGSLocatorFindParameters()
        params.text = "Gotham"
        await answered(controller) { locator in
            let operation = locator.find(with: params)
            operation?.cancel()
            #expect(operation?.isCancelled == true)
        }
        #expect(controller.told == ["failed \(NSUserCancelledError)"] || controller.told == ["found"])
    }

    @Test func `a locator that is not there says so`() throws {
        #expect(throws: (any Error).self) { _ = try AGSLocator(name: "nothing.locator") }
    }

    @Test func `the parameters of the page, with a key, are read as they are written`() {
        let params = AGSLocatorMagicFindParameters()
        (params.magicKey, params.text) = ("k", "Gotham")
        let copy = AGSLocatorMagicFindParameters()
        copy.decodeWithJSON(params.encodeToJSON())
        #expect((copy.magicKey, copy.text) == ("k", "Gotham"))
    }

    @Test func `parameters are read as they are written`() throws {
        let params = AGSLocatorFindParameters()
        #expect((params.encodeToJSON() as? [String: String]) == ["outFields": ""])
        params.text = "Gotham"
        params.maxLocations = 3
        params.outFields = ["Type", "City"]
        params.location = AGSPoint(x: 1.5, y: 2, spatialReference: .wgs84())
        params.distance = 100
        params.searchExtent = AGSEnvelope(xMin: 0, yMin: 1, xMax: 2, yMax: 3, spatialReference: .wgs84())
        params.outSpatialReference = .webMercator()
        let copy = AGSLocatorFindParameters(JSON: params.encodeToJSON())
        #expect((copy.text, copy.maxLocations, copy.outFields) == ("Gotham", 3, ["Type", "City"]))
        #expect(copy.location == params.location && copy.distance == 100 && copy.searchExtent == params.searchExtent)
        #expect(copy.outSpatialReference == .webMercator())
        for hostile in [[:], ["text": 7, "location": "x", "outSR": -1, "maxLocations": "many"], ["location": ["x": "NaN"]]] {
            let read = AGSLocatorFindParameters(JSON: hostile as [AnyHashable: Any])
            #expect(read.text == nil && read.location == nil && read.outSpatialReference == nil)
        }
    }
}
