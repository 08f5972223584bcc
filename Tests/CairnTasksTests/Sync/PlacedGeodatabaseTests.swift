import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnTasks

/// A geodatabase has replaced another, and that cannot be noted.
@Suite(.timeLimit(.minutes(5)))
struct PlacedGeodatabaseTests {
    @Test(arguments: LateStop.allCases)
    func `a geodatabase is there, and its job has succeeded, though its store refuses to note it`(stop: LateStop) async throws {
        let folder = try SyncFolder(ReplicaSite())
        let first = try await folder.generated()
        let old = try #require(try await first.syncID)
        try await first.close()
        let job = try await stop.settled(folder.generateWork(), folder.access(), SyncFolder.configuration)
        try #require(job.status == .succeeded)
        let geodatabase = try await job.output.geodatabase
        try await geodatabase.load()
        let id = try #require(try await geodatabase.syncID)
        #expect(folder.site.state.withLock { $0.replicas[id] != nil } && id != old)
        try await geodatabase.close()
        #expect(folder.names == ["it's.gpkg"])
        // Or it is told that the service still keeps it.
        let words = job.messages.filter { $0.severity == .warning }.map(\.text)
        let isForgotten = folder.site.state.withLock { $0.replicas[old] == nil }
        #expect(isForgotten || words.contains { $0.contains("still keeps the copy \(old)") }, "\(words)")
    }
}
