/// Is told what becomes of a workflow and its tasks. Every method may be left out.
public protocol TSKWorkflowDelegate: AnyObject {
    /// All tasks have finished.
    func workflowDidFinish(_ workflow: TSKWorkflow)
    /// A task has failed.
    func workflow(_ workflow: TSKWorkflow, task: TSKTask, didFailWith error: (any Error)?)
    /// A task was cancelled.
    func workflow(_ workflow: TSKWorkflow, taskDidCancel task: TSKTask)
}

extension TSKWorkflowDelegate {
    /// Does nothing.
    public func workflowDidFinish(_ workflow: TSKWorkflow) {}
    /// Does nothing.
    public func workflow(_ workflow: TSKWorkflow, task: TSKTask, didFailWith error: (any Error)?) {}
    /// Does nothing.
    public func workflow(_ workflow: TSKWorkflow, taskDidCancel task: TSKTask) {}
}
