import CairnCore
import CairnTasks
public import Foundation

/// Something that may be forbidden to some.
public final class AGSRestrictionAttribute: NSObject {
    /// What the ways to move say of it.
    private let values: [AttributeParameterValue]

    /// - Parameters:
    ///   - name: Its name.
    ///   - modes: The ways to move in the network.
    init(_ name: String, _ modes: [TravelMode]) {
        values = modes.flatMap(\.attributeParameterValues).filter { $0.attributeName == name }
    }

    /// The name of the parameter that says how strictly it is meant; empty if no way to move says so.
    public var restrictionUsageParameterName: String { values.first { $0.value.string != nil }?.parameterName ?? "" }
    /// What it depends on, as the first way to move that says so has it.
    public var parameterValues: [String: Any]? {
        let pairs = values.compactMap { value in value.value.attributeParameter.map { (value.parameterName, $0) } }
        return Dictionary(pairs) { first, _ in first }
    }
}
