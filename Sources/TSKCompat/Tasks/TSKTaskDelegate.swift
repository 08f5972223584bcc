/// Is told how a task has ended. Every method may be left out.
public protocol TSKTaskDelegate: AnyObject {
    /// The task has finished.
    func task(_ task: TSKTask, didFinishWith result: Any?)
    /// The task has failed.
    func task(_ task: TSKTask, didFailWith error: (any Error)?)
    /// The task was cancelled.
    func taskDidCancel(_ task: TSKTask)
}

extension TSKTaskDelegate {
    /// Does nothing.
    public func task(_ task: TSKTask, didFinishWith result: Any?) {}
    /// Does nothing.
    public func task(_ task: TSKTask, didFailWith error: (any Error)?) {}
    /// Does nothing.
    public func taskDidCancel(_ task: TSKTask) {}
}
