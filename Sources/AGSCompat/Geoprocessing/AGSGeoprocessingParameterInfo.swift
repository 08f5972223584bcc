import CairnTasks
public import Foundation

/// Who gives the value of a parameter.
public enum AGSGeoprocessingParameterDirection: Int, Sendable {
    /// Whoever runs the tool.
    case input = 0
    /// The tool.
    case output = 1
}

/// What a tool says of one of its parameters.
public final class AGSGeoprocessingParameterInfo: NSObject {
    private let value: GeoprocessingParameterInfo

    init(_ value: GeoprocessingParameterInfo) {
        self.value = value
    }

    /// Its name in requests and results.
    public var name: String { value.name }
    /// Its name for people.
    public var displayName: String { value.displayName }
    /// What it is for.
    public var parameterDescription: String { value.description }
    /// The group that it belongs to; empty if there are none.
    public var category: String { value.category }
    /// The type of its value.
    public var dataType: AGSGeoprocessingParameterType { AGSGeoprocessingParameterType(value.dataType) }
    /// The type of each value of a list; `unknown` for all other types.
    public var multiValueDataType: AGSGeoprocessingParameterType {
        value.dataType.elementType.map(AGSGeoprocessingParameterType.init) ?? .unknown
    }
    /// Who gives the value.
    public var direction: AGSGeoprocessingParameterDirection { value.direction == .input ? .input : .output }
    /// Whether there must be a value.
    public var isRequired: Bool { value.requirement == .required }
    /// Whether features must have places.
    public var featuresRequireGeometry: Bool { value.dataType == .features }
    /// A new object of the value that counts if nobody gives one; nil if there is none.
    public var defaultParameter: AGSGeoprocessingParameter? { value.defaultValue.map(AGSGeoprocessingParameter.make) }
    /// The only texts that it takes; empty if it takes others.
    public var choiceList: [String] { value.choices }
}
