import CairnTasks

/// How a tool does its work.
public enum AGSGeoprocessingExecutionType: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// As a job on the server.
    case asynchronousSubmit = 0
    /// While the caller waits.
    case synchronousExecute = 1

    init(_ type: GeoprocessingExecutionType) {
        self = type == .synchronousExecute ? .synchronousExecute : .asynchronousSubmit
    }
}
