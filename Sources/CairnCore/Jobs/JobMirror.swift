public import Observation

/// Shows a job on the main actor, for SwiftUI and whoever else observes.
///
/// ```swift
/// struct JobView: View {
///     let mirror: JobMirror
///
///     var body: some View {
///         Text("\(mirror.progress) %").task { await mirror.follow() }
///     }
/// }
/// ```
@MainActor
@Observable
public final class JobMirror {
    /// The job that is shown.
    @ObservationIgnored public let job: any JobProtocol
    /// The newest status.
    public private(set) var status: JobStatus
    /// The newest progress, 0…100.
    public private(set) var progress: Double
    /// The messages so far.
    public private(set) var messages: [JobMessage]

    /// A mirror that shows the job as it is now; `follow()` keeps it up to date.
    public init(_ job: any JobProtocol) {
        self.job = job
        status = job.status
        progress = job.progress
        messages = job.messages
    }

    /// Follows the job until it has ended, or the calling task is cancelled. Any number may call it.
    public func follow() async {
        async let statuses: Void = followStatuses()
        async let progress: Void = followProgress()
        async let messages: Void = followMessages()
        _ = await (statuses, progress, messages)
    }

    private func followStatuses() async {
        for await status in job.statuses { self.status = status }
    }

    private func followProgress() async {
        for await progress in job.progressUpdates { self.progress = progress }
    }

    /// The log is replayed to everybody who follows: what is shown already is passed over.
    private func followMessages() async {
        var count = 0
        for await message in job.messageUpdates {
            count += 1
            if count > messages.count { messages.append(message) }
        }
    }
}
