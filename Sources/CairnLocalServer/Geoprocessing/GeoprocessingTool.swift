public import CairnTasks

/// A tool that a ``LocalServer`` runs for its clients.
///
/// ```swift
/// struct Doubling: GeoprocessingTool {
///     let name = "Double"
///     let parameters = [
///         GeoprocessingParameterInfo("Number", .double),
///         GeoprocessingParameterInfo("Twice", .double, direction: .output),
///     ]
///
///     @concurrent func run(
///         _ inputs: [String: GeoprocessingValue], in context: ToolContext
///     ) async throws -> [String: GeoprocessingValue] {
///         ["Twice": .double(2 * (inputs["Number"]?.double ?? 0))]
///     }
/// }
/// let server = LocalServer(tools: ["Numbers": PublishedTools([Doubling()])])
/// ```
public protocol GeoprocessingTool: Sendable {
    /// Its name in addresses.
    var name: String { get }
    /// Its name for people; by default ``name``.
    var displayName: String { get }
    /// What it does.
    var description: String { get }
    /// What it belongs to.
    var category: String { get }
    /// What it takes and gives.
    var parameters: [GeoprocessingParameterInfo] { get }

    /// Does the work.
    ///
    /// It should end promptly when its task is cancelled: that is how a client's job is cancelled.
    ///
    /// - Parameters:
    ///   - inputs: The values by the names of the parameters: all that are required are there, each of its parameter's type; those that have a
    ///     default and were not given, too.
    ///   - context: Where to tell how far it is, and where files come from and go.
    /// - Returns: The outputs by the names of their parameters.
    /// - Throws: Whatever makes the job fail: clients are told what it says.
    @concurrent func run(
        _ inputs: [String: GeoprocessingValue], in context: ToolContext
    ) async throws -> [String: GeoprocessingValue]
}

extension GeoprocessingTool {
    /// The name in addresses.
    public var displayName: String { name }
    /// Nothing.
    public var description: String { "" }
    /// Nothing.
    public var category: String { "" }

    /// What clients are told of it.
    func info(_ type: GeoprocessingExecutionType) -> GeoprocessingTaskInfo {
        GeoprocessingTaskInfo(
            name: name, displayName: displayName, description: description, category: category, executionType: type,
            parameters: parameters)
    }
}
