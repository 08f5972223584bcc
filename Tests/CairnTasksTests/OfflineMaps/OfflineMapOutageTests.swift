import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// A network that is gone for longer than is ridden out.
@Suite(.timeLimit(.minutes(5)))
struct OfflineMapOutageTests {
    /// Says at once that there is no network.
    private static var impatient: JobConfiguration {
        var configuration = OfflineTown.configuration
        configuration.outage.tolerance = .zero
        return configuration
    }

    /// Passes so many requests on, and none after them until it is mended.
    private final class FrailNetwork: Sendable {
        private let town: OfflineTown
        private let left: Mutex<Int>

        init(_ town: OfflineTown, lasting count: Int) {
            self.town = town
            left = Mutex(count)
        }

        func mend() { left.withLock { $0 = .max } }

        var transport: StubTransport {
            StubTransport { [self] request in
                let isThere = left.withLock { left in
                    defer { left -= left > 0 ? 1 : 0 }
                    return left > 0
                }
                guard isThere else { throw TransportError(.refused, url: request.url) }
                return try await town.transport.send(request)
            }
        }
    }

    /// Whatever the request is at which the network goes: what the job comes to is that of a job that nothing befell, and nothing is asked for twice
    /// whose answer has come.
    @Test(arguments: [false, true])
    func `a job that has failed of it comes to the same when it is retried`(isPreplanned: Bool) async throws {
        var (count, failures, isWhole, expected) = (1, 0, false, [String]?.none)
        while !isWhole {
            let town = try await OfflineTown(services: 2, hasArea: isPreplanned)
            let network = FrailNetwork(town, lasting: count)
            let access = ServiceAccess(credentials: CredentialStore(), transport: network.transport)
            let folder = town.folder.appending(path: "offline")
            let (result, hasFailed) =
                isPreplanned
                ? try await ended(try preplanned(folder), access, network)
                : try await ended(try generated(folder), access, network)
            #expect(!result.hasErrors, "\(count)")
            let contents = try await OfflineTown.contents(folder)
            if expected == nil { expected = contents }
            #expect(contents == expected, "\(count)")
            for number in 0..<2 { #expect(try await town.replicas(of: "Trees\(number)") == 1, "\(count)") }
            failures += hasFailed ? 1 : 0
            isWhole = !hasFailed
            count += rounds(5, long: 1)
        }
        #expect(failures > 5)
    }

    private func generated(_ folder: URL) throws -> GenerateOfflineMapWork {
        let portal = try ServiceURL(#require(URL(string: "http://local/arcgis")))
        return GenerateOfflineMapWork(
            map: .item(portal: portal, id: OfflineTown.mapID), parameters: OfflineTown.parameters, downloadDirectory: folder)
    }

    private func preplanned(_ folder: URL) throws -> DownloadPreplannedOfflineMapWork {
        DownloadPreplannedOfflineMapWork(
            portal: try ServiceURL(#require(URL(string: "http://local/arcgis"))), mapID: OfflineTown.mapID, areaID: "area",
            parameters: DownloadPreplannedOfflineMapParameters(), downloadDirectory: folder)
    }

    private func ended<Work: OfflineMapWork>(
        _ work: Work, _ access: ServiceAccess, _ network: FrailNetwork
    ) async throws -> (GenerateOfflineMapResult, Bool) where Work.Output == GenerateOfflineMapResult {
        let job = try Job(work, services: access, configuration: Self.impatient)
        do { return (try await job.run(), false) } catch {
            #expect(job.record.failure?.isRetryable == true, "\(error)")
            #expect(!FileManager.default.fileExists(atPath: work.downloadDirectory.path))
        }
        network.mend()
        try job.retry()
        return (try await job.output, true)
    }
}
