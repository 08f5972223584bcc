import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// Ctrl-C, a polite kill and a closed terminal: the first asks to stop, the second ends the process at once. Where nobody is asked, the first does.
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
    /// Ctrl-C, a polite kill, and a terminal that is closed.
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Takes the signals to a thread of their own. Before anything else: threads are born with the mask of who makes them, and a signal that
    /// any of them takes would end the process, or be lost. Whatever the process was started with, and in whatever moment a signal comes.
    static func watchSignals() {
        // Swift's own handler would ask somebody at the terminal what to do.
        signal(SIGQUIT, SIG_DFL)
        var set = watched
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // Without Foundation, which wants memory that there may not be.
        if !startsWatching() { pthread_sigmask(SIG_UNBLOCK, &set, nil) }
    }

    /// What `nohup` has told to be ignored stays so.
    private static var watched: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals {
            let before = signal(number, SIG_DFL)
            let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
            if isIgnored, number == SIGHUP { signal(number, SIG_IGN) } else { sigaddset(&set, number) }
        }
        return set
    }

    private static func startsWatching() -> Bool {
        #if os(Linux)
            var thread = pthread_t()
            let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in watchForEver() }
        #else
            var thread: pthread_t?
            let body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { _ in watchForEver() }
        #endif
        return pthread_create(&thread, nil, body, nil) == 0
    }

    fileprivate static func takeSignals() {
        var (set, number) = (sigset_t(), Int32(0))
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        while true {
            if sigwait(&set, &number) == 0 { receive(number) }
        }
    }

    private static func receive(_ number: Int32) {
        // Nothing is waited for any more, not even what runs at an orderly end.
        guard let watcher = watchers.read(\.last), watcher.count.value == 0 else {
            PipedFile.removeAll()
            _exit(128 + number)
        }
        watcher.count.send(1)
        watcher.handler()
    }
}

private func watchForEver() -> UnsafeMutableRawPointer? {
    Interruption.takeSignals()
    return nil
}
