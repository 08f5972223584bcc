import CairnCore
import Foundation

/// A job for tests that does what it is told, and no more than a job must have.
final class JobDouble: JobProtocol {
    let id = UUID()
    let kind = "test.double"
    private let states = Log([JobStatus.notStarted])
    private let other = Level<JobOwner?>(nil)

    var owner: JobOwner? { other.value }

    /// Another process turns out to have it.
    func lose(to owner: JobOwner) { other.send(owner) }

    var status: JobStatus { states.elements.last ?? .notStarted }
    var statuses: AsyncStream<JobStatus> { states.entriesFromNewest }
    let progress = 0.0
    var progressUpdates: AsyncStream<Double> { Level(progress).values }
    let messages: [JobMessage] = []
    var messageUpdates: AsyncStream<JobMessage> { Log<JobMessage>().entries }
    var error: (any Error)? { nil }
    var anyOutput: (any Sendable)? { status == .succeeded ? 1 : nil }

    func start() throws(JobError) { states.append(.started) }
    func cancel() {}
    func pause() { states.append(.paused) }

    func end(_ status: JobStatus) {
        states.append(status)
        states.finish()
    }
}
