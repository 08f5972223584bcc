import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// How the work on a copy is, told in a way that nobody can read.
@Suite(.timeLimit(.minutes(5)))
struct UnreadableStatusTests {
    private static let useless = [
        "", "<html>Sign in</html>", "{}", "null", "[]", #"{"status":{}}"#, #"{"status":"Completed","resultUrl":7e300}"#,
    ]

    /// A service that answers so the first times that it is asked how work is.
    private func lying(_ site: ReplicaSite, _ lie: String, times: Int) -> (StubTransport, Counter) {
        let asked = Counter()
        let transport = StubTransport { request in
            guard request.url.path().contains("/jobs/"), asked.next() < times else { return try site.answer(request) }
            return HTTPResponse(headers: ["content-type": "application/json"], body: Data(lie.utf8))
        }
        return (transport, asked)
    }

    @Test(arguments: useless) func `a copy is made, and brought in step, all the same`(lie: String) async throws {
        let site = ReplicaSite(rows: 3)
        let folder = try SyncFolder(site)
        let (making, asked) = lying(site, lie, times: 2)
        let geodatabase = try await folder.generateJob(GenerateGeodatabaseParameters(), making).run().geodatabase
        try await geodatabase.load()
        #expect(asked.count > 2 && site.state.withLock(\.replicas.count) == 1)
        site.edit(ReplicaSite.id(9), "ninth")
        try await geodatabase.renameTree(1, "mine")
        let (syncing, again) = lying(site, lie, times: 2)
        let job = try folder.syncJob(SyncGeodatabaseParameters(), syncing)
        _ = try await job.run()
        #expect(again.count > 2 && syncing.requests.filter { $0.url.path().hasSuffix("synchronizeReplica") }.count == 1)
        #expect(Set(try await geodatabase.treeNames().values) == ["mine", "tree 2", "tree 3", "ninth"])
        #expect(try !geodatabase.hasLocalEdits)
    }
}
