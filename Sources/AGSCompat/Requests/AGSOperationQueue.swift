import CairnCallbacks
import CairnCore
public import Foundation
import Synchronization

/// Carries out operations, at most so many at a time, in the order in which they were added.
///
/// ```swift
/// let queue = AGSOperationQueue()
/// queue.maxConcurrentOperationCount = 2
/// queue.addOperation(AGSJSONRequestOperation(url: url))
/// ```
///
/// An operation is added to one queue, once. Queues keep their operations until they have ended.
public final class AGSOperationQueue: NSObject {
    private struct State: Sendable {
        var waiting: [Carried<any AGSOperation>] = []
        var running: [Carried<any AGSOperation>] = []
        var limit: UInt = 0
        var quality = QualityOfService.default
        var waiters: [DispatchSemaphore] = []

        var isIdle: Bool { waiting.isEmpty && running.isEmpty }
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
    public var operations: [any AGSOperation] { state.read { $0.running + $0.waiting }.map(\.value) }

    /// Adds an operation, which is started when it is its turn.
    public func addOperation(_ op: any AGSOperation) {
        let (carried, queue) = (Carried(op), Carried(self))
        op.internalCompletion = { queue.value.ended(carried) }
        state.change { state, _ in state.waiting.append(carried) }
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
            if !state.isIdle { state.waiters.append(end) }
            return !state.isIdle
        }
        if waits { end.wait() }
    }

    private func startNext() {
        let started = state.change { state, _ in
            let room = state.limit == 0 ? Int.max : Int(clamping: state.limit) - state.running.count
            let next = state.waiting.prefix(max(0, room))
            state.waiting.removeFirst(next.count)
            state.running += next
            return (Array(next), state.quality)
        }
        for operation in started.0 { start(operation, started.1) }
    }

    private func start(_ operation: Carried<any AGSOperation>, _ quality: QualityOfService) {
        if operation.value.state == .completed { return ended(operation) }
        guard operation.value.startAsynchronously else { return operation.value.execute() }
        DispatchQueue.global(qos: quality.dispatched).async { @Sendable in operation.value.execute() }
    }

    private func ended(_ operation: Carried<any AGSOperation>) {
        operation.value.internalCompletion = nil
        let waiters = state.change { state, wakes -> [DispatchSemaphore] in
            wakes.release((state.waiting, state.running))
            state.waiting.removeAll { $0.value === operation.value }
            state.running.removeAll { $0.value === operation.value }
            guard state.isIdle else { return [] }
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
