import CairnTasks
public import Foundation

/// Something that is added up on a way.
public final class AGSCostAttribute: NSObject {
    private let value: CostAttribute

    init(_ value: CostAttribute) {
        self.value = value
    }

    /// What it is counted in.
    public var unit: AGSAttributeUnit { AGSAttributeUnit(value.unit) }
    /// What it depends on; services do not tell it.
    public var parameterValues: [String: Any]? { nil }
}
