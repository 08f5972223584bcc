public import CairnCore

/// What a tool says of itself.
public struct GeoprocessingTaskInfo: Sendable, Hashable {
    /// Its name in addresses.
    public var name: String
    /// Its name for people.
    public var displayName: String
    /// What it does.
    public var description: String
    /// What it belongs to.
    public var category: String
    /// Where its manual is; empty if there is none.
    public var helpURL: String
    /// How it does its work.
    public var executionType: GeoprocessingExecutionType
    /// Its parameters, inputs and outputs, in its order.
    public var parameters: [GeoprocessingParameterInfo]
    /// All that it says.
    public var json: JSONValue

    /// What a tool says of itself.
    public init(
        name: String, displayName: String? = nil, description: String = "", category: String = "", helpURL: String = "",
        executionType: GeoprocessingExecutionType, parameters: [GeoprocessingParameterInfo] = [], json: JSONValue = [:]
    ) {
        self.name = name
        self.displayName = displayName ?? name
        self.description = description
        self.category = category
        self.helpURL = helpURL
        self.executionType = executionType
        self.parameters = parameters
        self.json = json
    }

    /// The parameters that whoever runs it gives.
    public var inputs: [GeoprocessingParameterInfo] { parameters.filter { $0.direction == .input } }

    /// The parameters that it gives.
    public var outputs: [GeoprocessingParameterInfo] { parameters.filter { $0.direction == .output } }

    /// Refuses parameters that cannot be those of this tool.
    ///
    /// - Throws: ``GeoprocessingError/wrongExecutionType(task:is:)``, ``GeoprocessingError/missingInputs(task:names:)``,
    ///   ``GeoprocessingError/unknownInputs(task:names:known:)``.
    public func verify(_ parameters: GeoprocessingParameters) throws(GeoprocessingError) {
        guard parameters.executionType == executionType else { throw .wrongExecutionType(task: name, is: executionType) }
        let given = Set(parameters.inputs.keys)
        let known = inputs.map(\.name)
        let unknown = given.subtracting(known).subtracting([Self.outputServiceName])
        guard unknown.isEmpty else { throw .unknownInputs(task: name, names: unknown.sorted(), known: known) }
        let missing = inputs.filter { $0.isRequired && !given.contains($0.name) }.map(\.name)
        guard missing.isEmpty else { throw .missingInputs(task: name, names: missing) }
    }

    /// An input that every tool takes: the name of the service that its results shall become.
    private static let outputServiceName = "esri_out_feature_service_name"
}

extension GeoprocessingTaskInfo {
    /// What the tool says of itself as servers write it: all of ``json``, and over it what the properties say.
    package var esriJSON: JSONValue {
        var members = json.object ?? [:]
        members["name"] = .string(name)
        members["displayName"] = .string(displayName)
        members["description"] = .string(description)
        members["category"] = .string(category)
        members["helpUrl"] = .string(helpURL)
        members["executionType"] = .string(executionType.esriName)
        members["parameters"] = .array(parameters.map(\.esriJSON))
        return .object(members)
    }

    /// - Parameter usual: How the tools of the service do their work, where the tool itself does not say.
    init(_ part: AnswerPart, usual: GeoprocessingExecutionType?) throws {
        let type = try part.words("executionType").flatMap(GeoprocessingExecutionType.init(esriName:)) ?? usual
        guard let type else { throw part.refusal("does not say how the tool is run: it has no executionType that is known") }
        self.init(
            name: try part.required("name").filledText(), displayName: try part.words("displayName"),
            description: try part.words("description") ?? "", category: try part.words("category") ?? "",
            helpURL: try part.words("helpUrl") ?? "", executionType: type,
            parameters: try part.required("parameters").list().map(GeoprocessingParameterInfo.init), json: part.json)
    }
}
