import CairnCore

/// Keeps the outputs of finished steps, so that another process need not run them again.
protocol StepRecorder: Sendable {
    /// The output that is kept for a step, if there is one.
    ///
    /// - Throws: ``WorkflowError/unreadableCheckpoint(step:reason:)``.
    func restored(_ step: StepDefinition) throws -> (any Sendable)?
    /// An output in the form in which it is kept; nil if it cannot be.
    func encoded(_ value: any Sendable, of step: StepDefinition) throws -> JSONValue?
    /// Keeps an output. Synchronous, for it is called under the run's lock.
    func keep(_ json: JSONValue, of step: StepDefinition)
    /// Forgets a step that was reset.
    func forget(_ step: StepDefinition)
    /// Returns once everything kept so far is durable.
    @concurrent func flush() async throws
    /// The recorder of a subworkflow's steps.
    func within(_ name: String) -> any StepRecorder
}
