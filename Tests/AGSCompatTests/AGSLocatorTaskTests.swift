import AGSCompat
import CairnCallbacks
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSLocatorTaskTests {
    private func locator() throws -> AGSLocatorTask {
        let csv = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        try Data("number,street,city,state,lon,lat\n380,New York Street,Redlands,CA,-117.19,34.05\n".utf8).write(to: csv)
        let file = csv.appendingPathExtension("locator")
        _ = try LocatorBuilder(name: "Redlands").build([LocatorTable(detecting: csv)], to: file)
        return AGSLocatorTask(url: file)
    }

    /// One whose service answers when the gate lets it.
    private func remoteLocator(_ gate: Gate, _ answer: String) -> AGSLocatorTask {
        let transport = StubTransport { _ in
            try await gate.pass()
            return .json(answer)
        }
        return AGSLocatorTask(LocatorTask(url: URL(string: "https://example.com/GeocodeServer")!, transport: transport))
    }

    @Test func `a locator that was cancelled, and that something else has loaded since, is loaded`() async throws {
        let gate = Gate()
        let locator = remoteLocator(gate, #"{"capabilities":"Geocode"}"#)
        var error: NSError?
        await withCheckedContinuation { continuation in
            locator.load { answer in
                error = answer as NSError?
                continuation.resume()
            }
            locator.cancelLoad()
        }
        #expect(error?.code == NSUserCancelledError && locator.loadStatus == .failedToLoad)
        gate.open()
        try await locator.task.load()
        #expect(locator.loadStatus == .loaded && locator.loadError == nil)
        await withCheckedContinuation { continuation in
            locator.load { answer in
                error = answer as NSError?
                continuation.resume()
            }
        }
        #expect(error == nil)
        locator.cancelLoad()
        #expect(locator.loadStatus == .loaded)
    }

    @Test func `suggestions and reverse geocoding answer`() async throws {
        let locator = try locator()
        let suggestion = await withCheckedContinuation { continuation in
            locator.suggest(withSearchText: "380 new") { results, _ in continuation.resume(returning: results?.first) }
        }
        let label = await withCheckedContinuation { continuation in
            locator.geocode(with: suggestion!) { results, _ in continuation.resume(returning: results?.first?.label) }
        }
        #expect(label == "380 New York Street, Redlands, CA")
        let place = AGSPoint(x: -117.1901, y: 34.0501, spatialReference: .wgs84())
        let address = await withCheckedContinuation { continuation in
            locator.reverseGeocode(withLocation: place) { results, _ in
                continuation.resume(returning: results?.first?.attributes?["AddNum"] as? String)
            }
        }
        #expect(address == "380")
    }

    @Test func `a cancelled operation answers with NSUserCancelledError`() async throws {
        let locator = remoteLocator(Gate(), "{}")
        let code = await withCheckedContinuation { continuation in
            let cancelable = locator.geocode(withSearchText: "x") { _, error in
                continuation.resume(returning: (error as NSError?)?.code)
            }
            cancelable.cancel()
            #expect(cancelable.isCanceled())
        }
        #expect(code == NSUserCancelledError)
    }

    @Test func `a locator is loaded once and says what it can`() async throws {
        let locator = try locator()
        let error = await withCheckedContinuation { continuation in
            locator.load { continuation.resume(returning: $0) }
        }
        #expect(error == nil && locator.loadStatus == .loaded)
        #expect(locator.locatorInfo?.supportsSuggestions == true && locator.locatorInfo?.properties == nil)
        let missing = AGSLocatorTask(name: "nowhere.loz")
        let failure = await withCheckedContinuation { continuation in
            missing.load { continuation.resume(returning: $0) }
        }
        #expect(failure != nil && missing.loadStatus == .failedToLoad)
    }

    @Test func `a file is found by its name without its ending`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files =
            [
                ("town.loz", AGSLocatorTask.init(name:)),
                ("roads.geodatabase", { AGSRouteTask(databaseName: $0, networkName: "Streets_ND") }),
            ] as [(String, (String) -> any AGSLoadable)]
        for ((file, make), advice) in zip(files, ["build-locator", "build-network"]) {
            let url = folder.appending(path: file)
            try Data(repeating: 7, count: 100).write(to: url)
            let task = make(url.deletingPathExtension().path)
            let failure = await withCheckedContinuation { continuation in
                task.load { continuation.resume(returning: ($0 as NSError?)?.localizedDescription) }
            }
            #expect(failure?.contains(url.path) == true && failure?.contains(advice) == true, "\(failure ?? "")")
        }
    }

    @Test func `what a service says of how it finds things is told`() async {
        let gate = Gate()
        gate.open()
        let locator = remoteLocator(
            gate, #"{"capabilities":"Geocode","locatorProperties":{"MinimumMatchScore":"60","MaxBatchSize":9}}"#)
        let error = await withCheckedContinuation { continuation in
            locator.load { continuation.resume(returning: $0) }
        }
        #expect(error == nil && locator.locatorInfo?.properties == ["MinimumMatchScore": "60", "MaxBatchSize": "9"])
    }
}
