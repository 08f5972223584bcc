import CairnCallbacks
import CairnCore
import Dispatch
public import Foundation
import Synchronization

/// Carries out operations, at most so many at a time, in the order in which they were added.
///
/// ```swift
/// let queue = AGSOperationQueue()
/// queue.maxConcurrentOperationCount = 2
/// queue.addOperation(AGSJSONRequestOperation(url: service))
/// ```
///
/// An operation is added to one queue, once. Queues keep their operations until they have ended.
public final class AGSOperationQueue: NSObject {
    private struct Entry: Sendable {
        let number: Int
        let operation: Carried<any AGSOperation>
        var isRunning = false
    }

    private struct State: Sendable {
        /// All that have not ended.
        var entries: [ObjectIdentifier: Entry] = [:]
        /// Those that were not started, in their order; what has ended before it was started is not in `entries` any more, or is there by another number.
        var waiting: [(id: ObjectIdentifier, number: Int)] = []
        /// How many of `waiting` have been passed by.
        var passed = 0
        var runningCount = 0
        var count = 0
        var limit: UInt = 0
        var quality = QualityOfService.default
        var waiters: [DispatchSemaphore] = []
        /// Whether somebody starts what may be started.
        var isStarting = false

        /// Those that may be started now.
        mutating func takeNext() -> [Carried<any AGSOperation>] {
            var taken: [Carried<any AGSOperation>] = []
            while passed < waiting.count, limit == 0 || runningCount < Int(clamping: limit) {
                let (id, number) = waiting[passed]
                passed += 1
                guard let entry = entries[id], entry.number == number else { continue }
                entries[id]?.isRunning = true
                runningCount += 1
                taken.append(entry.operation)
            }
            if passed > 64, passed * 2 > waiting.count {
                waiting.removeFirst(passed)
                passed = 0
            }
            return taken
        }
    }

    private static let common = Carried(AGSOperationQueue())

    private let state = Guarded(State())

    /// A queue.
    public override init() { super.init() }

    /// A queue for everybody.
    public static func shared() -> AGSOperationQueue { common.value }
    /// A queue for everybody.
    #if !SilentMigration
        @available(*, deprecated, renamed: "shared()")
    #endif
    public static func sharedOperationQueue() -> AGSOperationQueue { common.value }

    /// How many are carried out at a time; 0 is any number.
    public var maxConcurrentOperationCount: UInt {
        get { state.read(\.limit) }
        set {
            state.change { state, _ in state.limit = newValue }
            startNext()
        }
    }
    /// How urgent those are that work where they are started.
    public var qualityOfService: QualityOfService {
        get { state.read(\.quality) }
        set { state.change { state, _ in state.quality = newValue } }
    }
    /// Those that have not ended.
    public var operations: [any AGSOperation] {
        state.read { $0.entries.values.sorted { $0.number < $1.number } }.map(\.operation.value)
    }

    /// Adds an operation, which is started when it is its turn. One that is there already is not added again.
    public func addOperation(_ op: any AGSOperation) {
        let (carried, queue) = (Carried(op), Carried(self))
        let (id, isNew) = (
            ObjectIdentifier(op),
            state.change { state, _ in
                if state.entries[ObjectIdentifier(carried.value)] != nil { return false }
                state.count += 1
                state.entries[ObjectIdentifier(carried.value)] = Entry(number: state.count, operation: carried)
                return true
            }
        )
        guard isNew else { return }
        op.internalCompletion = { queue.value.ended(carried) }
        state.change { state, _ in
            if let entry = state.entries[id] { state.waiting.append((id, entry.number)) }
        }
        startNext()
    }

    /// Cancels all that have not ended.
    public func cancelAllOperations() {
        for operation in operations.reversed() { operation.cancel() }
    }

    /// Waits until there is none any more. Not to be called where an operation of the queue needs to go on.
    public func waitUntilAllOperationsAreFinished() {
        let end = DispatchSemaphore(value: 0)
        let waits = state.change { state, _ in
            if !state.entries.isEmpty { state.waiters.append(end) }
            return !state.entries.isEmpty
        }
        if waits { end.wait() }
    }

    /// Starts what may be started. One does so at a time: what ends while it is started, and wants the next one to be, leaves that to him.
    private func startNext() {
        let isMine = state.change { state, _ in
            defer { state.isStarting = true }
            return !state.isStarting
        }
        guard isMine else { return }
        while true {
            let next = state.change { state, _ in
                let taken = state.takeNext()
                state.isStarting = !taken.isEmpty
                return (taken, state.quality)
            }
            if next.0.isEmpty { return }
            for operation in next.0 { start(operation, next.1) }
        }
    }

    private func start(_ operation: Carried<any AGSOperation>, _ quality: QualityOfService) {
        if operation.value.state == .completed { return ended(operation) }
        guard operation.value.startAsynchronously else { return operation.value.execute() }
        DispatchQueue.global(qos: quality.dispatched).async { @Sendable in operation.value.execute() }
    }

    private func ended(_ operation: Carried<any AGSOperation>) {
        operation.value.internalCompletion = nil
        let waiters = state.change { state, wakes -> [DispatchSemaphore] in
            guard let entry = state.entries.removeValue(forKey: ObjectIdentifier(operation.value)) else { return [] }
            wakes.release(entry)
            if entry.isRunning { state.runningCount -= 1 }
            guard state.entries.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.signal() }
        startNext()
    }
}

extension QualityOfService {
    fileprivate var dispatched: DispatchQoS.QoSClass {
        switch self {
        case .userInteractive: .userInteractive
        case .userInitiated: .userInitiated
        case .utility: .utility
        case .background: .background
        default: .default
        }
    }
}
