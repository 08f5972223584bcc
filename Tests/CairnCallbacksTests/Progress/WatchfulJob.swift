import CairnCore
import Foundation

/// A job that calls back when it is commanded or looked at, and is observed by nobody.
final class WatchfulJob: JobProtocol {
    let id = UUID()
    let kind = "test.watchful"
    private let states = Log([JobStatus.notStarted])
    private let whenPaused: @Sendable () -> Void
    private let whenAsked: @Sendable () -> Void

    /// A double that calls back when it has been paused, and when it is asked for its status.
    init(whenPaused: @escaping @Sendable () -> Void = {}, whenAsked: @escaping @Sendable () -> Void = {}) {
        (self.whenPaused, self.whenAsked) = (whenPaused, whenAsked)
    }

    var status: JobStatus {
        let status = states.elements.last ?? .notStarted
        whenAsked()
        return status
    }
    var statuses: AsyncStream<JobStatus> { states.entriesFromNewest }
    let progress = 0.0
    var progressUpdates: AsyncStream<Double> { Level(progress).values }
    let messages: [JobMessage] = []
    var messageUpdates: AsyncStream<JobMessage> { Log<JobMessage>().entries }
    var error: (any Error)? { nil }
    var anyOutput: (any Sendable)? { status == .succeeded ? 1 : nil }

    func start() throws(JobError) { states.append(.started) }
    func cancel() {}

    func pause() {
        states.append(.paused)
        whenPaused()
    }
}
