import CairnCore
import Foundation
import Synchronization

/// Ctrl-C and a polite kill: the first asks to stop, the second ends the process at once. Where nobody is asked, the first does.
final class Interruption: Sendable {
    private let count = Level(0)
    private let handler: @Sendable () -> Void

    /// Watches from now on, and calls `handler` for the first signal.
    init(_ handler: @escaping @Sendable () -> Void) {
        self.handler = handler
        let this = Watcher(self)
        Self.watchers.withLock { $0.append(this) }
    }

    deinit {
        Self.watchers.withLock { $0.removeAll { $0.interruption == nil } }
    }

    /// Whether a signal has come.
    var hasHappened: Bool { count.value > 0 }

    /// Waits for the first signal.
    func wait() async {
        for await count in count.values where count > 0 { return }
    }

    // MARK: - The process

    private struct Watcher: Sendable {
        private(set) weak var interruption: Interruption?

        init(_ interruption: Interruption) {
            self.interruption = interruption
        }
    }

    private static let watchers = Mutex<[Watcher]>([])
    private static let signals = [SIGINT, SIGTERM]

    /// Takes the signals to a thread of their own. Before anything else: threads are born with the mask of who makes them, and a signal that
    /// any of them takes would end the process, or be lost. Whatever the process was started with, and in whatever moment a signal comes.
    static func watchSignals() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        Thread.detachNewThread {
            var set = sigset_t()
            sigemptyset(&set)
            for number in signals { sigaddset(&set, number) }
            var number: Int32 = 0
            while true {
                if sigwait(&set, &number) == 0 { receive(number) }
            }
        }
    }

    private static func receive(_ number: Int32) {
        let watching = watchers.withLock { $0.compactMap(\.interruption).last }
        // Nothing is waited for any more, not even what runs at an orderly end.
        guard let watching, !watching.hasHappened else { _exit(128 + number) }
        watching.count.send(1)
        watching.handler()
    }
}
