import CairnCore
import Foundation
import Synchronization

/// Ends the process, saying who waits for whom, when nothing has moved for a long time.
///
/// It stands on a thread of its own: what it watches may have stopped all those of the pool.
package final class Watchdog: Sendable {
    private let steps = Atomic(0)
    private let subject = Mutex<(@Sendable () -> String)?>(nil)

    package init(_ name: String, patience: Int = 300) {
        let thread = Thread { [weak self] in
            var (last, idle) = (-1, 0)
            while let self {
                let now = steps.load(ordering: .relaxed)
                idle = now == last ? idle + 1 : 0
                last = now
                if idle >= patience { bark(name, at: now) }
                sleep(1)
            }
        }
        thread.start()
    }

    /// Something has moved; `describe` says who waits for whom if it is the last thing that does.
    package func step(_ describe: @escaping @Sendable () -> String = { "" }) {
        steps.add(1, ordering: .relaxed)
        var before: (@Sendable () -> String)? = describe
        subject.withLock { swap(&$0, &before) }
    }

    private func bark(_ name: String, at step: Int) -> Never {
        let text = "\(name) stands still at step \(step).\n\(subject.withLock(\.self)?() ?? "")\n\(loadSituation)\n"
        _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        abort()
    }
}
