import CairnCore
import Foundation

/// Ctrl-C and a polite kill: the first asks to stop, the second ends the process at once. Where nobody is asked, the first does.
final class Interruption: Sendable {
    private let watcher: Watcher

    /// Watches from now on, and calls `handler` for the first signal.
    init(_ handler: @escaping @Sendable () -> Void) {
        let watcher = Watcher(handler: handler)
        self.watcher = watcher
        Self.watchers.change { watchers, _ in watchers.append(watcher) }
    }

    deinit {
        Self.watchers.change { [watcher] watchers, wakes in
            if let index = watchers.firstIndex(where: { $0.id == watcher.id }) { wakes.release(watchers.remove(at: index)) }
        }
    }

    /// Whether a signal has come.
    var hasHappened: Bool { watcher.count.value > 0 }

    /// Waits for the first signal.
    func wait() async {
        for await count in watcher.count.values where count > 0 { return }
    }

    // MARK: - The process

    private struct Watcher: Sendable {
        let id = UUID()
        let count = Level(0)
        let handler: @Sendable () -> Void
    }

    private static let watchers = Guarded<[Watcher]>([])
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
        // Nothing is waited for any more, not even what runs at an orderly end.
        guard let watcher = watchers.read(\.last), watcher.count.value == 0 else { _exit(128 + number) }
        watcher.count.send(1)
        watcher.handler()
    }
}
