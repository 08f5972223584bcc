/// A workflow that can be written down: parameters from which the same graph is built in any process.
///
/// ```swift
/// import CairnCore
///
/// struct Thumbnails: WorkflowDefinition {
///     static let kind = "thumbnails"
///     let folder: URL
///
///     func build(_ workflow: inout Workflow, services: Void) throws -> Step<Int> {
///         let files = workflow.task("List") { try images(in: folder) }
///         return workflow.task("Count", after: files) { files in files.count }
///     }
/// }
///
/// let job = try Job(WorkflowWork(Thumbnails(folder: folder)), configuration: JobConfiguration(store: store))
/// let count = try await job.run()
/// ```
///
/// Outputs that can be encoded are kept as steps finish, under the steps' names, which must be unique; a resumed job does not run those
/// steps again. The graph must be the same each time it is built from the same parameters.
public protocol WorkflowDefinition: Codable, Sendable {
    /// What the workflow is run for.
    associatedtype Output: Sendable
    /// What the steps need and cannot be stored.
    associatedtype Services: Sendable = Void

    /// The stable name under which records of this workflow are restored.
    static var kind: String { get }

    /// Adds the steps, and returns the one that gives the output.
    func build(_ workflow: inout Workflow, services: Services) throws -> Step<Output>

    /// Runs beside the steps, to fulfil gates and to command steps. The default does nothing.
    @concurrent func operate(_ run: WorkflowRun, services: Services) async throws

    /// How many steps run at the same time. The default is 16.
    var slots: Int { get }
}

extension WorkflowDefinition {
    /// Leaves the workflow to itself.
    @concurrent public func operate(_ run: WorkflowRun, services: Services) async throws {}

    /// Up to 16 steps at a time.
    public var slots: Int { WorkflowConfiguration().slots }
}
