import AGSCompat
import CairnCallbacks
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct GeocodeSampleTests {
    /// A server with a locator.
    private func served() async throws -> (LocalServer, URL) {
        let csv = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        try Data("number,street,city,state,lon,lat\n380,New York Street,Redlands,CA,-117.19,34.05\n".utf8).write(to: csv)
        let file = csv.appendingPathExtension("locator")
        _ = try LocatorBuilder(name: "Redlands").build([LocatorTable(detecting: csv)], to: file)
        let server = LocalServer(locators: ["World": LocatorTask(fileURL: file)])
        return (server, server.url(of: "World", .geocodeServer, at: try await server.start()))
    }

    @Test func `the geocode sample of the page shows what a server over HTTP has found`() async throws {
        let (server, url) = try await served()
        let symbol = AGSSimpleMarkerSymbol()
        let controller = GeocodeViewController()
        controller.geocode(at: url, symbol)
        try await controller.isAsked.pass()
        let graphic = try #require(controller.graphicsOverlay.graphics.firstObject as? AGSGraphic)
        let place = try #require(graphic.geometry as? AGSPoint)
        #expect(abs(place.x + 117.19) < 1e-6 && abs(place.y - 34.05) < 1e-6 && graphic.symbol === symbol)
        #expect(controller.graphicsOverlay.graphics.count == 1 && controller.locatorTask?.url == url)
        await server.stop()
    }

    @Test func `the geocode sample of the page prints why nothing was found`() async throws {
        let (server, url) = try await served()
        await server.stop()
        let controller = GeocodeViewController()
        controller.geocode(at: url, nil)
        await GeocodeViewController.printed.wait()
        #expect(controller.graphicsOverlay.graphics.count == 0)
    }

    @Test func `the parameters of the page ask for one country`() async throws {
        let (server, url) = try await served()
        let locator = AGSLocatorTask(url: url)
        let parameters = GeocodeViewController().parameters()
        let results: [AGSGeocodeResult] = try await answer {
            locator.geocode(withSearchText: "380 New York St", parameters: parameters, completion: $0)
        }
        #expect(results.isEmpty && parameters.maxResults == 5)
        await server.stop()
    }

    @Test func `the sample of the page makes locators of a service, a file and a package`() async throws {
        let town = try await MapTown()
        try await town.takeOffline()
        try PackagedStreets(folder: town.offline).addLocator()
        let package = AGSMobileMapPackage(fileURL: town.offline)
        let controller = LocatorViewController()
        controller.mobileMapPackage = package
        controller.makeLocators()
        #expect(
            controller.locatorTask?.loadStatus == .notLoaded && controller.locatorTask?.url?.host() == "geocode-api.arcgis.com")
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            controller.changed = {
                #expect(CallbackQueue.isMain)
                continuation.resume()
            }
        }
        let locator = try #require(controller.locatorTask)
        #expect(locator === package.locatorTask)
        let results: [AGSGeocodeResult] = try await answer { locator.geocode(withSearchText: "12 Oak Lane", completion: $0) }
        #expect(results.first?.label.contains("Oak Lane") == true)
        package.close()
    }

    @Test func `the sample of the page prints that its package is not there`() async throws {
        let town = try await MapTown()
        let controller = LocatorViewController()
        controller.mobileMapPackage = AGSMobileMapPackage(fileURL: town.offline)
        controller.makeLocators()
        await LocatorViewController.printed.wait(for: "There is no")
        #expect(controller.locatorTask?.url?.host() == "geocode-api.arcgis.com")
        let missing = try #require(controller.offlineLocatorTask)
        await #expect { try await done { missing.load(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonFileNotFound.rawValue
        }
    }

    @Test func `the locator file that the page names, where it is Esri's, says what to do`() async throws {
        // Where a name without a folder leads that is not one of the bundle.
        let file = URL(filePath: "locatorfilename.loz")
        try Data("what Esri writes".utf8).write(to: file, options: .withoutOverwriting)
        defer { try? FileManager.default.removeItem(at: file) }
        let controller = LocatorViewController()
        controller.mobileMapPackage = AGSMobileMapPackage(fileURL: file)
        controller.makeLocators()
        let locator = try #require(controller.offlineLocatorTask)
        await #expect { try await done { locator.load(completion: $0) } } throws: { error in
            (error as NSError).code == AGSErrorCode.commonFile.rawValue && (error as NSError).domain == AGSErrorDomain
                && error.localizedDescription.contains("cairn build-locator")
        }
        #expect(locator.loadStatus == .failedToLoad)
    }
}
