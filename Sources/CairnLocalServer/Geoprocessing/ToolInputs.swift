import CairnCore
import CairnTasks
import Foundation

/// The inputs of a tool, as a client sends them.
enum ToolInputs {
    /// - Throws: A failure of code 400 for what is missing, or is not of its parameter's type.
    static func read(_ tool: any GeoprocessingTool, _ request: ServiceRequest) throws -> [String: GeoprocessingValue] {
        var inputs: [String: GeoprocessingValue] = [:]
        for parameter in tool.parameters where parameter.direction == .input {
            guard let text = request[parameter.name] else {
                if parameter.isRequired { throw refusal(parameter.name, "it is missing") }
                inputs[parameter.name] = parameter.defaultValue
                continue
            }
            let value = try read(text, parameter)
            if !parameter.choices.isEmpty, !parameter.choices.contains(value.string ?? "") {
                throw refusal(parameter.name, "it is none of \(parameter.choices.joined(separator: ", "))")
            }
            inputs[parameter.name] = value
        }
        return inputs
    }

    /// What is told of parameters that the tool does not have, and that are not those of every tool: misspelt, an input would vanish.
    static func remarks(_ tool: any GeoprocessingTool, _ request: ServiceRequest) -> [ToolMessage] {
        let known = Set(tool.parameters.map { $0.name.lowercased() }).union(usual)
        let strangers = request.names.filter { !known.contains($0) && !$0.hasPrefix("env:") && !$0.hasPrefix("esri") }
        return strangers.sorted().prefix(20).map { name in
            ToolMessage("The tool has no input '\(name.printable(upTo: 60))': it is passed over.", .warning)
        }
    }

    private static let usual: Set<String> = [
        "f", "token", "callback", "context", "returnz", "returnm", "returntruecurves", "returnfeaturecollection",
        "returncolumnname", "returnmessages", "returntype", "outsr", "processsr",
    ]

    private static func read(_ text: String, _ parameter: GeoprocessingParameterInfo) throws -> GeoprocessingValue {
        let isText = [.string, GeoprocessingDataType(rawValue: "GPSQLExpression")].contains(parameter.dataType)
        let json = isText ? .string(text) : (try? JSONValue(parsing: text)) ?? .string(text)
        do {
            return try GeoprocessingValue(esriJSON: json, type: parameter.dataType)
        } catch {
            if case .notUnderstood(let why)? = (error as? TransportError)?.reason { throw refusal(parameter.name, why) }
            throw refusal(parameter.name, error.words)
        }
    }

    private static func refusal(_ name: String, _ why: String) -> ServiceFailure {
        ServiceFailure(
            code: 400, message: "Invalid or missing input parameters.", details: ["'\(name)': \(why)."])
    }
}
