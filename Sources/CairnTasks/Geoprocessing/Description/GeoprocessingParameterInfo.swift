public import CairnCore

/// What a tool says of one of its parameters.
public struct GeoprocessingParameterInfo: Sendable, Hashable {
    /// Who gives the value.
    public enum Direction: String, Sendable, Hashable, Codable {
        /// Whoever runs the tool.
        case input
        /// The tool.
        case output
    }

    /// Whether there must be a value.
    public enum Requirement: String, Sendable, Hashable, Codable {
        /// There must be one.
        case required
        /// There may be one.
        case optional
        /// It is made of the others.
        case derived
    }

    /// Its name in requests and results.
    public var name: String
    /// Its name for people.
    public var displayName: String
    /// What it is for.
    public var description: String
    /// The group that it belongs to; empty if there are none.
    public var category: String
    /// The type of its value.
    public var dataType: GeoprocessingDataType
    /// Who gives the value.
    public var direction: Direction
    /// Whether there must be a value.
    public var requirement: Requirement
    /// The value that counts if nobody gives one.
    public var defaultValue: GeoprocessingValue?
    /// The only texts that it takes; empty if it takes others.
    public var choices: [String]
    /// The parameter that decides what this one takes; empty if there is none.
    public var dependency: String
    /// The columns of a table of values.
    public var columns: [GeoprocessingParameterInfo]
    /// All that the tool says of it.
    public var json: JSONValue

    /// A parameter.
    public init(
        _ name: String, _ dataType: GeoprocessingDataType, displayName: String? = nil, description: String = "",
        category: String = "", direction: Direction = .input, requirement: Requirement = .required,
        defaultValue: GeoprocessingValue? = nil, choices: [String] = [], dependency: String = "",
        columns: [GeoprocessingParameterInfo] = [], json: JSONValue = [:]
    ) {
        self.name = name
        self.dataType = dataType
        self.displayName = displayName ?? name
        self.description = description
        self.category = category
        self.direction = direction
        self.requirement = requirement
        self.defaultValue = defaultValue
        self.choices = choices
        self.dependency = dependency
        self.columns = columns
        self.json = json
    }

    /// Whether who runs the tool must give a value: there is no other.
    public var isRequired: Bool { direction == .input && requirement == .required && defaultValue == nil }
}
