import CairnCore
import Dispatch
import Foundation

/// Ctrl-C and a polite kill: the first asks to stop, the second ends the process at once, as if it had not been caught.
final class Interruption {
    private let count = Level(0)
    /// Kept: a source that goes stops watching.
    private var sources: [any DispatchSourceSignal] = []
    private let queue = DispatchQueue(label: "cairn.signals")

    /// Watches from now on, and calls `handler` for the first signal.
    init(_ handler: @escaping @Sendable () -> Void) {
        for number in [SIGINT, SIGTERM] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            let count = count
            source.setEventHandler { @Sendable in
                count.send(count.value + 1)
                // Nothing is waited for any more, not even what runs at an orderly end.
                if count.value > 1 { _exit(128 + number) }
                handler()
            }
            // Ignored only when it is watched: a signal in between would be lost.
            let isWatched = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { @Sendable in isWatched.signal() }
            source.activate()
            isWatched.wait()
            signal(number, SIG_IGN)
            sources.append(source)
        }
    }

    /// Whether a signal has come.
    var hasHappened: Bool { count.value > 0 }

    /// Waits for the first signal.
    func wait() async {
        for await count in count.values where count > 0 { return }
    }
}
