import CairnWorkflow
public import Foundation
import Synchronization

/// A unit of work that can succeed, fail, be cancelled, be retried and be run again.
///
/// Subclass it and override ``main()``, which must see to it that ``finish(with:)`` or ``fail(with:)`` is called, then or later, on
/// whatever thread. Tasks are run by a ``TSKWorkflow``.
///
/// ```swift
/// final class DownloadTask: TSKTask, @unchecked Sendable {
///     override func main() {
///         download(url, success: { data in self.finish(with: data) }, failure: { error in self.fail(with: error) })
///     }
/// }
/// ```
///
/// Commands change states at once, and then call hooks, delegates and notifications on the calling thread. What finishes late, after the task
/// was cancelled or reset, is ignored.
open class TSKTask: NSObject, @unchecked Sendable {
    // Proof: everything that changes is behind the lock, or behind the graph's; a subclass keeps its own.
    struct Place {
        var graph: TaskGraph?
        var index: Int32 = 0
        var name: String?
        /// The task's own queue, if it has one.
        var feeder: TaskFeeder?
        weak var workflow: TSKWorkflow?
        var delegate = WeakDelegate()
        #if CAIRN_DARWIN
            /// What key-value observers are told.
            var tellings = Tellings()
        #endif
    }

    let place = Mutex(Place())

    /// The attempt whose `main` the current thread, or Swift task, was started by.
    @TaskLocal private static var attempt: RunningAttempt?

    /// The attempt of this task whose `main` has begun what calls this; nil if none has, or nobody knows.
    var callingAttempt: Int32? {
        Self.attempt.flatMap { $0.task == ObjectIdentifier(self) ? $0.number : nil }
    }

    /// Calls `main` for an attempt.
    func callMain(attempt: Int32) {
        Self.$attempt.withValue(RunningAttempt(task: ObjectIdentifier(self), number: attempt)) { main() }
    }

    private struct RunningAttempt: Sendable {
        let task: ObjectIdentifier
        let number: Int32
    }

    /// A task with a name; nil gives it one that tells its address.
    public init(name: String?) {
        super.init()
        place.withLock { $0.name = name }
    }

    /// A task with a name that tells its address.
    public override convenience init() {
        self.init(name: nil)
    }

    /// The name; setting nil makes it tell the address.
    #if CAIRN_OBJC
        @objc
    #endif
    open var name: String! {
        get { place.withLock(\.name) ?? "TSKTask \(address)" }
        set { place.withLock { $0.name = newValue } }
    }

    /// Is told how the task ends.
    open var delegate: (any TSKTaskDelegate)? {
        get { place.withLock { $0.delegate.object } as? any TSKTaskDelegate }
        set {
            let delegate = WeakDelegate(object: newValue)
            place.withLock { $0.delegate = delegate }
        }
    }

    /// Where `main` is run: the workflow's queue unless set.
    open var operationQueue: OperationQueue? {
        get { feeder?.queue }
        set {
            // Carried out of the lock: the last reference to the queue may be this one.
            var feeder = newValue.map(TaskFeeder.init)
            place.withLock { swap(&$0.feeder, &feeder) }
        }
    }

    var feeder: TaskFeeder? {
        // Carried out of the lock: the last reference to the workflow may be this one.
        let (own, workflow) = place.withLock { ($0.feeder, $0.workflow) }
        return own ?? workflow?.feeder
    }

    /// The workflow that the task was added to.
    public var workflow: TSKWorkflow? { place.withLock { $0.workflow } }

    /// The keys that must be bound to prerequisites when the task is added to a workflow.
    open var requiredPrerequisiteKeys: Set<AnyHashable>? { [] }

    /// Does the work, and calls ``finish(with:)`` or ``fail(with:)``, now or later. Finishes without a result unless overridden.
    ///
    /// Runs as an operation of the task's queue; unless that is the main one, on a thread of its own, so that it may block.
    open func main() {
        finish(with: nil)
    }

    /// Runs `main`, if the task is ready. The task must be in a workflow.
    open func start() {
        precondition(workflow != nil, "\(self) cannot be started: add it to a workflow first.")
        guard let (graph, index) = graphAndIndex else { return }
        let attempt = graph.state.withLock { state in
            defer { state.machine.forgetChanges() }
            state.machine.start(index)
            return state.machine.changes.last?.attempt
        }
        // At once, whoever calls this: a handler may wait for what it starts.
        if let attempt { enqueue(attempt) }
    }

    /// Cancels the task and every task that depends on it, as far as they have not ended. Overrides must call super.
    open func cancel() {
        perform(.cancel)
    }

    /// Takes the task and every task that depends on it back to where they can be run again, and starts none. Overrides must call super.
    open func reset() {
        perform(.reset)
    }

    /// Starts the task again if it has failed or was cancelled, and every such task that depends on it. Overrides must call super.
    open func retry() {
        perform(.retry)
    }

    /// Ends the task's work successfully. Ignored unless the task is executing. Overrides must call super.
    open func finish(with result: Any?) {
        end(.value(LegacyValue(value: result)))
    }

    /// Ends the task's work without success. Ignored unless the task is executing. Overrides must call super.
    open func fail(with error: (any Error)?) {
        end(.failure(error ?? MissingError()))
    }

    /// Under the graphs' lock: does a command to the workflow that is this task's work, if there is one.
    ///
    /// - Returns: Whom it has reached there; nil if it has not reached it.
    func reachIn(
        _ command: TaskCommand, _ hasMoved: Bool, _ state: inout TaskGraph.State, _ place: Int32, _ discarded: inout [Any]
    ) -> [Arrival]? { nil }

    /// Calls the handlers of what a command has done in the workflow that is this task's work.
    func announceWithin(_ command: TaskCommand, _ arrivals: [Arrival], _ calls: HandlerCalls) {}

    #if CAIRN_DARWIN
        /// Tells key-value observers that a value is going to change.
        func willChange(_ key: String) {
            #if CAIRN_OBJC
                willChangeValue(forKey: key)
            #endif
        }

        /// Tells key-value observers that a value has changed.
        func didChange(_ key: String) {
            #if CAIRN_OBJC
                didChangeValue(forKey: key)
            #endif
        }
    #endif

    #if CAIRN_OBJC
        /// The value of a property; to observers the one that they are being told of.
        open override func value(forKey key: String) -> Any? { shownValue(forKey: key) ?? super.value(forKey: key) }
    #endif

    /// The task was cancelled; called before the delegate.
    open func didCancel() {}
    /// The task was reset.
    open func didReset() {}
    /// The task is retried.
    open func didRetry() {}
    /// The task has finished; called before the delegate.
    open func didFinish(with result: Any?) {}
    /// The task has failed; called before the delegate.
    open func didFail(with error: (any Error)?) {}

    /// The class, address, name and state.
    open override var description: String {
        "<\(type(of: self)): \(address) name = \(name!); state = \(TSKTaskStateDescription(state) ?? "Unknown")>"
    }

    /// The task and, indented below it, every task that depends on it.
    open override var debugDescription: String { treeDescription() }
}

extension NSObject {
    /// The object's address, as `%p` writes it.
    var address: String {
        "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()), radix: 16)
    }
}
