import CairnCallbacks
import CairnCore
import CairnWorkflow
public import Foundation

/// Runs tasks in the order of their prerequisites, side by side where that leaves them free.
///
/// ```swift
/// let workflow = TSKWorkflow(name: "AB+C")
/// workflow.add(a, prerequisites: nil)
/// workflow.add(b, prerequisites: nil)
/// workflow.add(c, prerequisites: [a, b])
/// workflow.start()
/// ```
///
/// A task is started when all its prerequisites have finished. If one fails, what depends on it stays pending, and everything else goes on.
/// The workflow keeps its tasks; without it they start nothing more.
open class TSKWorkflow: NSObject, @unchecked Sendable {
    // Proof: everything that changes is behind the lock, or behind the graph's.
    private struct Properties {
        var name: String?
        var delegate = WeakDelegate()
        var outerTasks: [Weak] = []
        var outerLimit = 16
    }

    private struct Weak {
        weak var task: TSKSubworkflowTask?
    }

    let graph = TaskGraph()
    private let properties = Locked(Properties())

    let feeder: TaskFeeder
    /// Where tasks run that have no queue of their own.
    public var operationQueue: OperationQueue { feeder.queue }
    /// Where notifications are posted.
    public let notificationCenter: NotificationCenter

    /// A workflow; it makes a queue, posts to the default center and gets a name that tells its address where these are nil.
    public init(name: String?, operationQueue: OperationQueue?, notificationCenter: NotificationCenter?) {
        feeder = TaskFeeder(operationQueue ?? OperationQueue())
        self.notificationCenter = notificationCenter ?? .default
        super.init()
        properties.withLock { $0.name = name }
        if operationQueue == nil { self.operationQueue.name = "com.ticketmaster.TSKWorkflow.\(self.name!)" }
    }

    /// A workflow with a queue of its own.
    public override convenience init() {
        self.init(name: nil, operationQueue: nil, notificationCenter: nil)
    }

    /// A workflow with a queue of its own.
    public convenience init(name: String?) {
        self.init(name: name, operationQueue: nil, notificationCenter: nil)
    }

    /// The same, as most samples of Task.framework's own page spell it, though its first initializer has the label.
    #if !SilentMigration
        @available(*, deprecated, renamed: "init(name:)")
    #endif
    public convenience init(_ name: String?) {
        self.init(name: name)
    }

    /// A workflow whose tasks run on `operationQueue`.
    public convenience init(operationQueue: OperationQueue?) {
        self.init(name: nil, operationQueue: operationQueue, notificationCenter: nil)
    }

    /// A workflow whose tasks run on `operationQueue`.
    public convenience init(name: String?, operationQueue: OperationQueue?) {
        self.init(name: name, operationQueue: operationQueue, notificationCenter: nil)
    }

    deinit {
        graph.abandon()
    }

    /// The name; setting nil makes it tell the address.
    #if CAIRN_OBJC
        @objc
    #endif
    open var name: String! {
        get { properties.withLock(\.name) ?? "TSKWorkflow \(address)" }
        set { properties.withLock { $0.name = newValue } }
    }

    /// Is told what becomes of the workflow and its tasks.
    open var delegate: (any TSKWorkflowDelegate)? {
        get { properties.withLock(\.delegate).object as? any TSKWorkflowDelegate }
        set {
            let delegate = WeakDelegate(object: newValue)
            properties.withLock { $0.delegate = delegate }
        }
    }

    /// Starts every task that is ready. A workflow without tasks finishes at once.
    open func start() {
        post(.TSKWorkflowWillStart)
        let (started, isEmpty) = graph.state.withLock { state in
            state.machine.startAll()
            return (state.takeStarted(), state.tasks.isEmpty)
        }
        if isEmpty { return HandlerCalls.ofThread.make(in: graph) { [self] in didFinishAll() } }
        // At once, whoever calls this: a handler may wait for what it starts.
        for start in started { start.task.enqueue(start.attempt) }
    }

    /// Cancels every task that has not ended.
    open func cancel() {
        perform(.cancel)
    }

    /// Takes every task back to where it can be run again, and starts none.
    open func reset() {
        perform(.reset)
    }

    /// Starts every task again that has failed or was cancelled: goes on from there.
    open func retry() {
        perform(.retry)
    }

    private func perform(_ command: TaskCommand) {
        postWill(command)
        let calls = HandlerCalls.ofThread
        let arrivals = graph.perform(command, on: nil)
        calls.make(in: graph) {
            for arrival in arrivals { calls.pass(arrival) }
        }
    }

    /// Tells what a command to the task around this workflow has done here.
    func announce(_ command: TaskCommand, _ arrivals: [Arrival], _ calls: HandlerCalls) {
        postWill(command)
        for arrival in arrivals { calls.pass(arrival) }
    }

    private func postWill(_ command: TaskCommand) {
        switch command {
        case .cancel: post(.TSKWorkflowWillCancel)
        case .reset: post(.TSKWorkflowWillReset)
        case .retry: post(.TSKWorkflowWillRetry)
        }
    }

    /// Whether some task has not finished; true of a workflow without tasks.
    public func hasUnfinishedTasks() -> Bool {
        graph.state.withLock { $0.isUnfinished }
    }

    /// Whether some task has failed.
    public func hasFailedTasks() -> Bool {
        graph.state.withLock { $0.machine.count(in: .failed) > 0 }
    }

    /// The class, address and name.
    open override var description: String { "<\(type(of: self)): \(address) name = \(name!)>" }

    /// The workflow and, indented below it, its tasks by what depends on what.
    open override var debugDescription: String {
        ([description] + roots.map { $0.treeDescription(depth: 1) }).joined(separator: "\n")
    }
}

extension TSKWorkflow {
    func post(_ name: NSNotification.Name, about task: TSKTask? = nil) {
        notificationCenter.post(name: name, object: self, userInfo: task.map { [TSKWorkflowTaskKey: $0] })
    }

    /// All tasks have finished, unless a handler, or another thread, has reset one meanwhile.
    func didFinishAll() {
        guard graph.state.withLock(\.isAtEnd) else { return }
        delegate?.workflowDidFinish(self)
        tellOuterTasks { $0.subworkflowDidFinish() }
        post(.TSKWorkflowDidFinish)
    }

    func addOuterTask(_ task: TSKSubworkflowTask) {
        // Carried out of the lock: the last reference to one may be among these by then.
        var living: [TSKSubworkflowTask] = []
        properties.withLock { properties in
            // Of those who have gone as many are kept as there are others, at most.
            if properties.outerTasks.count >= properties.outerLimit {
                living = properties.outerTasks.compactMap(\.task)
                properties.outerTasks = living.map { Weak(task: $0) }
                properties.outerLimit = max(16, 2 * properties.outerTasks.count)
            }
            properties.outerTasks.append(Weak(task: task))
        }
    }

    func tellOuterTasks(_ body: (TSKSubworkflowTask) -> Void) {
        let tasks = properties.withLock { $0.outerTasks.isEmpty ? [] : $0.outerTasks.compactMap(\.task) }
        for task in tasks { body(task) }
    }
}
