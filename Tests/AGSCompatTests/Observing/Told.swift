import AGSCompat
import Foundation

/// What observers were told, in order.
final class Told: @unchecked Sendable {
    // Proof: behind the condition's lock.
    private let condition = NSCondition()
    private var lines: [String] = []

    var entries: [String] {
        condition.lock()
        defer { condition.unlock() }
        return lines
    }

    func add(_ line: String) {
        condition.lock()
        lines.append(line)
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until so much was told.
    func wait(for count: Int) async {
        while entries.count < count { await Task.yield() }
    }

    #if !CAIRN_OBJC
        func add<Value>(_ change: NSKeyValueObservedChange<Value>, _ word: (Value) -> String) {
            let (old, new) = (change.oldValue.map(word) ?? "-", change.newValue.map(word) ?? "-")
            add((change.isPrior ? "prior " : "") + "\(old) → \(new)")
        }
    #endif
}

func code(_ error: (any Error)?) -> String { error.map { "\(($0 as NSError).code)" } ?? "nil" }

/// Ends when it is told to, with what it is told.
class ManualLoadable: AGSLoadableBase {
    let started = DispatchSemaphore(value: 0)

    override func doStartLoading(_ retrying: Bool) { started.signal() }
    override func doCancelLoading() { loadDidFinishWithError(CocoaError(.userCancelled)) }

    /// Loads, and returns once it has begun to.
    func begin(retrying: Bool = false, completion: @escaping ((any Error)?) -> Void = { _ in }) {
        retrying ? retryLoad(completion: completion) : load(completion: completion)
        started.wait()
    }
}
