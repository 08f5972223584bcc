import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

/// An offline map has its name, and that cannot be noted.
@Suite(.timeLimit(.minutes(5)))
struct PlacedOfflineMapTests: OfflineMapJobs {
    @Test(arguments: LateStop.allCases)
    func `a map is there, and its job has succeeded, though its store refuses to note it`(stop: LateStop) async throws {
        let town = try await OfflineTown(services: 1)
        let folder = town.folder.appending(path: "map")
        let job = try await stop.settled(work(folder), town.access, OfflineTown.configuration)
        try #require(job.status == .succeeded)
        #expect(try await !job.output.hasErrors)
        _ = try await job.output.offlineMap()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains(".unfinished.\(job.id)"))
        #expect(!DurableFile.isThere(atPath: folder.path + ".partial"))
    }
}
