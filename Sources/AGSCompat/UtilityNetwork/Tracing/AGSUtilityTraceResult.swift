import CairnGeo
import CairnTasks
public import Foundation

/// Something that a trace has given.
public class AGSUtilityTraceResult: NSObject {
    private let value: UtilityTraceResult

    init(_ value: UtilityTraceResult) {
        self.value = value
    }

    /// The old object of a result.
    static func make(_ value: UtilityTraceResult, _ definition: UtilityNetworkDefinition) -> AGSUtilityTraceResult {
        switch value {
        case .elements: AGSUtilityElementTraceResult(value)
        case .functionOutputs: AGSUtilityFunctionTraceResult(value, definition)
        case .geometry(let result): AGSUtilityGeometryTraceResult(value, result)
        }
    }

    /// What the service warns of: something was found, and it may not be all.
    public var warnings: [String] { value.warnings }
}
