public import Foundation

/// What lets a trace go on, or ends it.
public class AGSUtilityTraceCondition: NSObject {
    override init() {}
}
