import CairnTasks
public import Foundation

/// What lets a trace go on, or ends it.
public class AGSUtilityTraceCondition: NSObject {
    /// What it compares; nil if it joins two others.
    let comparison: UtilityTraceConditionalExpression?

    init(_ comparison: UtilityTraceConditionalExpression?) {
        self.comparison = comparison
    }

    /// The same for the new tasks. What is joined is looked through each time.
    var condition: UtilityTraceConditionalExpression { comparison ?? ConditionLists.tooMuch }
}
