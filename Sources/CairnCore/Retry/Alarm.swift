import Dispatch

/// Something that is called after a while, unless it is cancelled first: then nothing is left of it.
///
/// Of a task that sleeps on the system's clock and is cancelled the runtime keeps two kilobytes until the time has come. Where each of many requests has
/// ten minutes and takes a millisecond, that is a lot.
struct Alarm {
    private enum Source {
        case timer(any DispatchSourceTimer)
        case task(Task<Void, Never>)
    }

    private let source: Source

    /// What a task does that sleeps first.
    init(_ task: Task<Void, Never>) { source = .task(task) }

    /// A call after so long by the system's clock, on a queue of Dispatch.
    init(after duration: Duration, _ body: @escaping @Sendable () -> Void) {
        let timer = DispatchSource.makeTimerSource()
        let seconds = min(max(0, duration.components.seconds), Self.longest)
        let rest = seconds == duration.components.seconds ? duration.components.attoseconds / 1_000_000_000 : 0
        timer.schedule(deadline: .now() + .seconds(Int(clamping: seconds)) + .nanoseconds(Int(clamping: rest)))
        timer.setEventHandler(handler: body)
        timer.activate()
        source = .timer(timer)
    }

    /// A hundred years: Dispatch counts nanoseconds.
    private static let longest: Int64 = 100 * 365 * 86400

    /// Makes sure that nothing is called any more, but for what is being called.
    func cancel() {
        switch source {
        case .timer(let timer): timer.cancel()
        case .task(let task): task.cancel()
        }
    }
}
