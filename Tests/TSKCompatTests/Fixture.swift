import Foundation
import TSKCompat

/// A workflow whose notifications, and whose tasks' calls, are recorded.
final class Fixture: @unchecked Sendable {
    let recorder = Recorder()
    let center = NotificationCenter()
    let workflow: TSKWorkflow
    private var observers: [NSObjectProtocol] = []

    init(_ name: String = "W", queue: OperationQueue? = nil) {
        workflow = TSKWorkflow(name: name, operationQueue: queue, notificationCenter: center)
        observe()
    }

    private func observe() {
        let names: [NSNotification.Name] = [
            .TSKTaskDidStart, .TSKTaskDidFinish, .TSKTaskDidFail, .TSKTaskDidCancel, .TSKTaskDidReset, .TSKTaskDidRetry,
            .TSKWorkflowWillStart, .TSKWorkflowWillCancel, .TSKWorkflowWillReset, .TSKWorkflowWillRetry, .TSKWorkflowDidFinish,
            .TSKWorkflowTaskDidFail, .TSKWorkflowTaskDidCancel,
        ]
        for name in names {
            let observer = center.addObserver(forName: name, object: nil, queue: nil) { [recorder] note in
                let subject = (note.object as? TSKTask)?.name ?? (note.object as? TSKWorkflow)?.name ?? "?"
                let task = (note.userInfo?[TSKWorkflowTaskKey] as? TSKTask).map { "{\($0.name!)}" } ?? ""
                let short = note.name.rawValue.replacingOccurrences(of: "Notification", with: "")
                recorder.add("\(subject) \(short)\(task)")
            }
            observers.append(observer)
        }
    }

    /// A task whose `main` only says that it was called, and which the test ends.
    @discardableResult
    func open(_ name: String, after prerequisites: [TSKTask] = [], keyed: [AnyHashable: TSKTask] = [:]) -> TestTask {
        add(TestTask(name: name, recorder: recorder) { _ in }, prerequisites, keyed)
    }

    /// A task that finishes with its name.
    @discardableResult
    func quick(_ name: String, after prerequisites: [TSKTask] = [], keyed: [AnyHashable: TSKTask] = [:]) -> TestTask {
        add(TestTask(name: name, recorder: recorder) { $0.finish(with: name) }, prerequisites, keyed)
    }

    @discardableResult
    func failing(_ name: String, _ error: TestError = TestError(7), after prerequisites: [TSKTask] = []) -> TestTask {
        add(TestTask(name: name, recorder: recorder) { $0.fail(with: error) }, prerequisites, [:])
    }

    @discardableResult
    func add<T: TSKTask>(_ task: T, _ prerequisites: [TSKTask] = [], _ keyed: [AnyHashable: TSKTask] = [:]) -> T {
        workflow.add(task, prerequisites: Set(prerequisites), keyedPrerequisites: keyed)
        return task
    }

    /// Waits until the queue has nothing left: an operation lasts as long as `main`.
    func drained(_ queue: OperationQueue) async {
        await withCheckedContinuation { continuation in queue.addBarrierBlock { continuation.resume() } }
    }

    func started(_ task: TSKTask, count: Int = 1) async { await recorder.wait(for: "\(task.name!) main", count: count) }
    func finished(_ task: TSKTask, count: Int = 1) async {
        await recorder.wait(for: "\(task.name!) TSKTaskDidFinish", count: count)
    }
    func failed(_ task: TSKTask, count: Int = 1) async { await recorder.wait(for: "\(task.name!) TSKTaskDidFail", count: count) }
    func workflowFinished(count: Int = 1) async {
        await recorder.wait(for: "\(workflow.name!) TSKWorkflowDidFinish", count: count)
    }
}

/// Whether a date lies between another and now.
func isSince(_ date: Date?, _ start: Date) -> Bool { date.map { start <= $0 && $0 <= Date() } ?? false }

struct TestError: Error, Equatable {
    let code: Int
    init(_ code: Int) { self.code = code }
}

/// Records `main`, and every command that reaches it, also those that change nothing.
final class TestTask: TSKBlockTask, @unchecked Sendable {
    let recorder: Recorder

    init(name: String, recorder: Recorder, keys: Set<AnyHashable>? = nil, block: @escaping (TSKTask) -> Void) {
        self.recorder = recorder
        super.init(name: name, requiredPrerequisiteKeys: keys) { task in
            recorder.add("\(task.name!) main")
            block(task)
        }
    }

    override func cancel() {
        super.cancel()
        recorder.add("\(name!) cancel()")
    }

    override func reset() {
        super.reset()
        recorder.add("\(name!) reset()")
    }

    override func retry() {
        super.retry()
        recorder.add("\(name!) retry()")
    }
}

final class TaskDelegate: TSKTaskDelegate {
    let recorder: Recorder
    var onFinish: (TSKTask) -> Void = { _ in }
    var onCancel: (TSKTask) -> Void = { _ in }
    init(_ recorder: Recorder) { self.recorder = recorder }

    func task(_ task: TSKTask, didFinishWith result: Any?) {
        recorder.add("\(task.name!) delegate finish \(result ?? "nil")")
        onFinish(task)
    }
    func task(_ task: TSKTask, didFailWith error: (any Error)?) {
        recorder.add("\(task.name!) delegate fail \((error as? TestError)?.code ?? -1)")
    }
    func taskDidCancel(_ task: TSKTask) {
        recorder.add("\(task.name!) delegate cancel")
        onCancel(task)
    }
}

final class WorkflowDelegate: TSKWorkflowDelegate {
    let recorder: Recorder
    var onFail: (TSKTask) -> Void = { _ in }
    init(_ recorder: Recorder) { self.recorder = recorder }

    func workflowDidFinish(_ workflow: TSKWorkflow) {
        recorder.add("\(workflow.name!) delegate finish unfinished=\(workflow.hasUnfinishedTasks())")
    }
    func workflow(_ workflow: TSKWorkflow, task: TSKTask, didFailWith error: (any Error)?) {
        recorder.add("\(workflow.name!) delegate \(task.name!) fail \((error as? TestError)?.code ?? -1)")
        onFail(task)
    }
    func workflow(_ workflow: TSKWorkflow, taskDidCancel task: TSKTask) {
        recorder.add("\(workflow.name!) delegate \(task.name!) cancel")
    }
}

/// Delegates that implement nothing.
final class BareDelegate: TSKTaskDelegate, TSKWorkflowDelegate {}
