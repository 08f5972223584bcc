/// How a tool does its work.
public enum GeoprocessingExecutionType: String, Sendable, Hashable, Codable, CaseIterable {
    /// While the caller waits: the answer holds the results.
    case synchronousExecute
    /// As a job on the server, whose results are asked for when it has ended.
    case asynchronousSubmit
}

extension GeoprocessingExecutionType {
    /// The type that servers call so, with `esri` before it or not; nil for any other word.
    init?(esriName name: String) {
        switch name.withoutEsri.lowercased() {
        case "executiontypesynchronous": self = .synchronousExecute
        case "executiontypeasynchronous": self = .asynchronousSubmit
        default: return nil
        }
    }

    /// The name that servers give it.
    package var esriName: String {
        self == .synchronousExecute ? "esriExecutionTypeSynchronous" : "esriExecutionTypeAsynchronous"
    }
}

extension String {
    /// A name without the `esri` that servers put before it, and old ones do not.
    var withoutEsri: String { hasPrefix("esri") ? String(dropFirst(4)) : self }
}
