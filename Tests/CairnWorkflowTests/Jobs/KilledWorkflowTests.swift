import CairnCore
import CairnTesting
import CairnWorkflow
import Foundation
import Testing

/// Random graphs three deep, run as jobs, whose process ends after some save: another goes on from what was kept then, and ends so itself.
@Suite(.timeLimit(.minutes(10)))
struct KilledWorkflowTests {
    private struct Trouble: Error {}

    /// What one process sees of its bodies.
    private final class Process: Sendable {
        /// The paths of those that have returned a value.
        let ended = Shared<[String]>([])
        private let failures = Shared<[String: Int]>([:])

        /// Fails at first, as often as its path says.
        func body(_ path: String, _ value: Int) async throws -> Int {
            await Task.yield()
            let failed = failures.update { failures in
                failures[path, default: 0] += 1
                return failures[path]! <= path.utf8.reduce(0) { $0 + Int($1) } % 3
            }
            if failed { throw Trouble() }
            ended.update { $0.append(path) }
            return value
        }
    }

    private struct Nested: WorkflowDefinition {
        static let kind = "test-nested"
        let seed: UInt64

        func build(_ workflow: inout Workflow, services: Process) throws -> CairnWorkflow.Step<Int> {
            Self.grow(&workflow, within: "", seed: seed, depth: 0, services)
        }

        private static func grow(
            _ workflow: inout Workflow, within path: String, seed: UInt64, depth: Int, _ process: Process
        ) -> CairnWorkflow.Step<Int> {
            var random = SeededGenerator(seed: seed)
            // So often that it does in the end, whatever fails within.
            let patient = StepPolicy(retry: RetryPolicy(attempts: 200, backoff: Backoff(initial: .zero)))
            var steps: [CairnWorkflow.Step<Int>] = []
            for number in 0..<Int.random(in: 1...4, using: &random) {
                let (name, inner) = (path + "\(number)", UInt64.random(in: 0...UInt64.max, using: &random))
                let before = steps.filter { _ in Bool.random(using: &random) }
                if depth < 2, Bool.random(using: &random) {
                    steps.append(
                        workflow.subworkflow("\(number)", following: before, policy: patient) {
                            grow(&$0, within: name + "/", seed: inner, depth: depth + 1, process)
                        })
                } else {
                    let isPatient = depth == 0 || Bool.random(using: &random)
                    steps.append(
                        workflow.task("\(number)", afterAll: before, policy: isPatient ? patient : nil) { values in
                            try await process.body(name, values.reduce(number + 1, +))
                        })
                }
            }
            return workflow.task("sum", afterAll: steps, policy: depth == 0 ? patient : nil) {
                try await process.body(path + "sum", $0.reduce(0, +))
            }
        }
    }

    /// What a process has come to, and what it has kept on its way.
    private struct Outcome {
        let output: Int
        let ended: [String]
        let records: [JobRecord]
    }

    @Test func `wherever a process ends, another goes on from what was kept, and runs nothing again of that`() async throws {
        let trials = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 200 : 10_000
        var betweenEndAndRecord = 0
        for seed in 0..<UInt64(trials) {
            var random = SeededGenerator(seed: seed)
            var now = try await outcome(seed: seed, from: nil)
            let output = now.output
            for _ in 0..<6 {
                guard let record = now.records.randomElement(using: &random) else { break }
                let kept = Set((record.checkpoint?.object ?? [:]).keys)
                betweenEndAndRecord += kept.contains { $0.hasSuffix("/sum") && !kept.contains(String($0.dropLast(4))) } ? 1 : 0
                now = try await outcome(seed: seed, from: record)
                #expect(now.output == output, "seed \(seed)")
                let again = now.ended.filter { path in Self.scopes(of: path).contains { kept.contains($0) } }
                #expect(again.isEmpty, "seed \(seed), kept \(kept.sorted())")
            }
        }
        #expect(betweenEndAndRecord > 0)
    }

    /// The path itself, and those of what it is within.
    private static func scopes(of path: String) -> [String] {
        let parts = path.split(separator: "/")
        return parts.indices.map { parts[...$0].joined(separator: "/") }
    }

    private func outcome(seed: UInt64, from record: JobRecord?) async throws -> Outcome {
        let (process, records, disk) = (Process(), Shared<[JobRecord]>([]), MemoryJobStore())
        let store = ForwardingJobStore(disk) { call in
            if case .save(let record, _, _) = call, record.checkpoint != nil, record.status != .succeeded {
                records.update { $0.append(record) }
            }
        }
        let configuration = JobConfiguration(store: store)
        let job: Job<WorkflowWork<Nested>>
        if let record {
            let claim = try await disk.claim(record.id)
            try await disk.save(record, appending: [], claim: claim)
            try await disk.release(claim)
            job = try Job(restoring: record, configuration: configuration) { process }
        } else {
            job = try Job(WorkflowWork(Nested(seed: seed)), services: process, configuration: configuration)
        }
        return Outcome(output: try await job.run(), ended: process.ended.value, records: records.value)
    }
}
