import CairnCore
import CairnTasks
import Foundation

/// A client's job, as it is kept.
struct ToolJob: Sendable, Codable {
    let id: String
    /// The name of the tool.
    let tool: String
    let inputs: [String: GeoprocessingValue]
    let submitted: Date
    var state = GeoprocessingJobState.submitted
    /// When nothing ran any more.
    var ended: Date?
    var messages: [ToolMessage] = []
    /// The names of what the tool has given.
    var outputs: [String] = []

    /// What is said beyond this is left out.
    static let mostMessages = 10_000

    mutating func add(_ message: ToolMessage) {
        if messages.count < Self.mostMessages { messages.append(message) }
    }

    /// What clients are told.
    func esriJSON(_ progress: ToolProgress?, withMessages: Bool = true) -> JSONValue {
        var members: [String: JSONValue] = ["jobId": .string(id), "jobStatus": .string(state.rawValue)]
        members["inputs"] = Self.places(inputs.keys.sorted(), "inputs")
        if state == .succeeded { members["results"] = Self.places(outputs, "results") }
        if withMessages { members["messages"] = .array(messages.map(\.esriJSON)) }
        if state == .executing { members["progress"] = progress?.esriJSON }
        return .object(members)
    }

    private static func places(_ names: [String], _ folder: String) -> JSONValue {
        .object(Dictionary(names.map { ($0, ["paramUrl": .string("\(folder)/\($0)")]) }) { first, _ in first })
    }
}
