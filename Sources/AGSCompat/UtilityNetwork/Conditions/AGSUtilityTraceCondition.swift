import CairnTasks
public import Foundation

/// What lets a trace go on, or ends it.
public class AGSUtilityTraceCondition: NSObject {
    /// The same for the new tasks.
    let condition: UtilityTraceConditionalExpression

    init(_ condition: UtilityTraceConditionalExpression) {
        self.condition = condition
    }
}
