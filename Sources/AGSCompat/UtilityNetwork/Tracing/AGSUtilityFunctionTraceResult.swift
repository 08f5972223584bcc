import CairnTasks
public import Foundation

/// What the functions of a trace come to.
public final class AGSUtilityFunctionTraceResult: AGSUtilityTraceResult {
    /// What each of them comes to, in the service's order.
    public let functionOutputs: [AGSUtilityTraceFunctionOutput]

    init(_ value: UtilityTraceResult, _ definition: UtilityNetworkDefinition) {
        functionOutputs = value.functionOutputs?.map { AGSUtilityTraceFunctionOutput($0, definition) } ?? []
        super.init(value)
    }
}

/// What a function comes to.
public final class AGSUtilityTraceFunctionOutput: NSObject {
    /// The function.
    public let function: AGSUtilityTraceFunction
    /// What it comes to, an `NSNumber`; nil if there was nothing to work it out of.
    public let result: Any?

    init(_ value: UtilityTraceFunctionOutput, _ definition: UtilityNetworkDefinition) {
        function = AGSUtilityTraceFunction(value.function, definition)
        result = value.result.map { NSNumber(value: $0) }
    }
}
