import CairnTasks
import Foundation

/// The parts of a network that a trace has found.
public final class AGSUtilityElementTraceResult: AGSUtilityTraceResult {
    /// The parts, as the service has given them. A feature with several terminals may be among them several times.
    public let elements: [AGSUtilityElement]

    override init(_ value: UtilityTraceResult) {
        elements = value.elements?.map { AGSUtilityElement($0) } ?? []
        super.init(value)
    }
}
