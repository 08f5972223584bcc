import Foundation
import Synchronization

/// Rebuilds the output of a job that has succeeded, once for everybody who asks for it, and again if it could not be done.
final class OutputRebuilder<Output: Sendable>: Loadable {
    let loader = Loader()
    private let rebuild: @Sendable () async throws -> Output
    private let rebuilt = Guarded<Output?>(nil)

    init(_ rebuild: @escaping @Sendable () async throws -> Output) {
        self.rebuild = rebuild
    }

    var output: Output {
        get async throws {
            while true {
                try await retryLoad()
                if let output = rebuilt.read(\.self) { return output }
            }
        }
    }

    @concurrent func performLoad() async throws {
        let output = try await rebuild()
        rebuilt.change { rebuilt, wakes in
            // An attempt that was abandoned may have left one.
            if let old = rebuilt { wakes.release(old) }
            rebuilt = output
        }
    }
}

/// What a context gets that only rebuilds an output: nothing is written or told, and nothing asked of a server.
final class RebuildingHost: JobHost {
    let jobID: UUID
    let configuration: JobConfiguration
    let time: ElapsedTime
    private let root: Guarded<JobNode>
    private let outages = Guarded(OutageClocks())
    private let lastCall = Atomic(0)

    init(_ jobID: UUID, _ node: JobNode, _ configuration: JobConfiguration, _ time: ElapsedTime) {
        root = Guarded(node)
        self.jobID = jobID
        self.configuration = configuration
        self.time = time
    }

    let enrolled = EnrolledChildren()

    func checkMaySubmit(_ kind: String) throws { throw JobError.needsServer(kind: kind) }
    func nextCall() -> Int { lastCall.add(1, ordering: .relaxed).newValue }
    func node(at path: [String]) -> JobNode? { root.read { $0[path[...]] } }

    func change<Result: Sendable>(
        _ path: [String], wantsSaving: Bool, _ change: @Sendable (inout JobNode) -> Result
    ) -> Result? {
        root.change { node, _ in node.update(at: path[...], change) }
    }

    func saved() async throws {}
    func submitted(_ serverJobID: String, at path: [String]) -> Bool { false }
    func leave(_ serverJobID: String, at path: [String]) -> Bool { false }
    func disown(_ serverJobID: String, at path: [String]) async {}
    func cancelServerJobs(ofChildAt path: [String]) async -> [String] { [] }
    func post(_ message: JobMessage) {}
    func enter(_ path: [String], _ child: ChildWork) -> Bool { true }
    func leave(_ path: [String]) {}
    func answered(_ operation: OutageClocks.Operation) { outages.change { outages, _ in outages.answered(operation) } }

    func failed(_ operation: OutageClocks.Operation) -> Duration {
        let now = time.now
        return outages.change { outages, _ in outages.failed(operation, at: now) }
    }

    func ended(_ operation: OutageClocks.Operation) {
        let now = time.now
        outages.change { outages, _ in outages.ended(operation, at: now, isStopping: false) }
    }
    func makeSleeper(for duration: Duration) -> (id: Int, sleeper: Task<Void, Never>) {
        (0, Task { [time] in _ = try? await time.sleep(for: duration) })
    }
    func forgetSleeper(_ id: Int) {}
    func asked(after sleep: Int?, _ trouble: (any Error)?) {}
    func commit() throws {}
    var isStoppedTooLate: Bool { false }
}
