import CairnCore
import CairnTasks
public import Foundation

/// A value that an attribute of a network depends on, such as a vehicle's height.
public final class AGSAttributeParameterValue: NSObject {
    /// The attribute.
    public var attributeName = ""
    /// Its parameter.
    public var parameterName = ""
    /// A number, a text or a Boolean; what is none of these is sent as nothing.
    public var parameterValue: Any?

    /// A value to be filled in.
    public override init() {}

    init(_ value: AttributeParameterValue) {
        (attributeName, parameterName) = (value.attributeName, value.parameterName)
        parameterValue = value.value.attributeParameter
    }

    var value: AttributeParameterValue {
        AttributeParameterValue(
            attributeName: attributeName, parameterName: parameterName,
            value: (try? parameterValue.map { try JSONValue(propertyList: $0) }) ?? .null)
    }
}

extension JSONValue {
    /// As old callers see it; nil for what no parameter is.
    var attributeParameter: Any? { string ?? bool ?? int.map { NSNumber(value: $0) } ?? double.map { NSNumber(value: $0) } }
}
