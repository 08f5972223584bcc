import CairnWorkflow
public import Foundation
import Synchronization

extension TSKTask {
    /// The graph that knows the task's state; nil while it is as it was made, and in no workflow.
    var graphAndIndex: (graph: TaskGraph, index: Int32)? {
        place.withLock { place in
            guard let graph = place.graph else { return nil }
            return (graph, place.index)
        }
    }

    /// The same, made if need be: a task can be cancelled and reset before it is in a workflow.
    var graphMadeIfNeeded: (graph: TaskGraph, index: Int32) {
        place.withLock { place in
            if let graph = place.graph { return (graph, place.index) }
            let graph = TaskGraph()
            place.graph = graph
            place.index = graph.add(nil, after: [], as: TaskRecord())
            return (graph, place.index)
        }
    }

    var record: TaskRecord {
        graphAndIndex.map { $0.graph.record(of: $0.index) } ?? TaskRecord()
    }

    /// Where the task stands.
    #if CAIRN_OBJC
        @objc
    #endif
    public var state: TSKTaskState {
        guard let (graph, index) = graphAndIndex else { return .ready }
        return TSKTaskState(graph.state.withLock { $0.machine.phase(of: index) })
    }

    // The getters have names of their own there, so that a Swift key path leads to the key that observers are told of.
    #if CAIRN_OBJC
        /// Whether all prerequisites have finished and the task has not been started.
        @objc(ready) public var isReady: Bool { @objc(isReady) get { state == .ready } }
        /// Whether `main` was called and the task has not ended.
        @objc(executing) public var isExecuting: Bool { @objc(isExecuting) get { state == .executing } }
        /// Whether the task was cancelled.
        @objc(cancelled) public var isCancelled: Bool { @objc(isCancelled) get { state == .cancelled } }
        /// Whether the task has finished successfully.
        @objc(finished) public var isFinished: Bool { @objc(isFinished) get { state == .finished } }
        /// Whether the task has failed.
        @objc(failed) public var isFailed: Bool { @objc(isFailed) get { state == .failed } }
    #else
        /// Whether all prerequisites have finished and the task has not been started.
        public var isReady: Bool { state == .ready }
        /// Whether `main` was called and the task has not ended.
        public var isExecuting: Bool { state == .executing }
        /// Whether the task was cancelled.
        public var isCancelled: Bool { state == .cancelled }
        /// Whether the task has finished successfully.
        public var isFinished: Bool { state == .finished }
        /// Whether the task has failed.
        public var isFailed: Bool { state == .failed }
    #endif

    /// When the task finished or failed.
    #if CAIRN_OBJC
        @objc
    #endif
    public var finishDate: Date? { record.finishDate }
    /// What the task finished with.
    #if CAIRN_OBJC
        @objc
    #endif
    public var result: Any? { record.result }
    /// What the task failed with.
    #if CAIRN_OBJC
        @objc
    #endif
    public var error: (any Error)? { record.error }
}
