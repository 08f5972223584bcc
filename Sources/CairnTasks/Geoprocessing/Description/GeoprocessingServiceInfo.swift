public import CairnCore

/// What a geoprocessing service says of itself.
public struct GeoprocessingServiceInfo: Sendable, Hashable {
    /// What the service is for.
    public var serviceDescription: String
    /// The names of its tools.
    public var tasks: [String]
    /// How its tools do their work.
    public var executionType: GeoprocessingExecutionType
    /// The map service that draws results; empty if there is none.
    public var resultMapServerName: String
    /// The most features that it gives in one result; nil if it does not say.
    public var maximumRecords: Int?
    /// What it lets its callers do.
    public var capabilities: Set<ServiceCapability>
    /// All that it says.
    public var json: JSONValue

    /// What a service says of itself.
    public init(
        serviceDescription: String = "", tasks: [String], executionType: GeoprocessingExecutionType,
        resultMapServerName: String = "", maximumRecords: Int? = nil, capabilities: Set<ServiceCapability> = [],
        json: JSONValue = [:]
    ) {
        self.serviceDescription = serviceDescription
        self.tasks = tasks
        self.executionType = executionType
        self.resultMapServerName = resultMapServerName
        self.maximumRecords = maximumRecords
        self.capabilities = capabilities
        self.json = json
    }
}

extension GeoprocessingServiceInfo {
    init(_ part: AnswerPart) throws {
        let word = try part.required("executionType")
        guard let type = GeoprocessingExecutionType(esriName: try word.text()) else {
            throw word.refusal("is no way to run tools that is known")
        }
        self.init(
            serviceDescription: try part.words("serviceDescription") ?? "",
            tasks: try part.required("tasks").list().map { try $0.filledText() }, executionType: type,
            resultMapServerName: try part.words("resultMapServerName") ?? "",
            maximumRecords: try part.optional("maximumRecords")?.wholeNumber(),
            capabilities: Set(list: try part.words("capabilities") ?? ""), json: part.json)
    }
}
