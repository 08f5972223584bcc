import CairnWorkflow
import Foundation
import Synchronization

/// Key-value observation. A change is made under the graphs' lock, where nobody may be told of it; so observers are told afterwards, in order, and
/// are shown what the values were then.
extension TSKTask {
    /// Tells observers that the task has come into a state.
    func tellObservers(of state: StepState) {
        #if CAIRN_DARWIN
            let record = record
            // If it is in another one by now, they will be told of that next.
            tellObservers { $0.record = record.state == state ? record : TaskRecord(state: state) }
        #endif
    }

    /// Tells observers in what state the task is now that it is in a workflow.
    func tellObserversOfAddition() {
        #if CAIRN_DARWIN
            tellObservers(of: record.state)
        #endif
    }

    /// Tells observers whether the condition has come true, or has been taken back.
    func tellObserversOfFulfillment() {
        #if CAIRN_DARWIN
            guard let task = self as? TSKExternalConditionTask else { return }
            let isFulfilled = task.isFulfilled
            tellObservers { $0.isFulfilled = isFulfilled }
        #endif
    }

    #if CAIRN_DARWIN
        private func tellObservers(_ change: (inout ObservedValues) -> Void) {
            // Carried out of the lock: the last reference to a result may be this one.
            let (old, new) = place.withLock { place in
                let old = place.told
                change(&place.told)
                return (old, place.told)
            }
            let keys = new.keys(after: old)
            if keys.isEmpty { return }
            let id = ObjectIdentifier(self)
            ShownValues.$current.withValue(ShownValues(task: id, values: old)) { for key in keys { willChange(key) } }
            ShownValues.$current.withValue(ShownValues(task: id, values: new)) { for key in keys.reversed() { didChange(key) } }
        }

        /// The value that is shown instead of the present one; nil if none is.
        func shownValue(forKey key: String) -> Any?? {
            guard let shown = ShownValues.current, shown.task == ObjectIdentifier(self), ObservedValues.keys.contains(key) else {
                return nil
            }
            return .some(shown.values[key])
        }
    #endif
}

#if CAIRN_OBJC
    extension TSKTask {
        @objc dynamic class func keyPathsForValuesAffectingReady() -> Set<String> { ["state"] }
        @objc dynamic class func keyPathsForValuesAffectingExecuting() -> Set<String> { ["state"] }
        @objc dynamic class func keyPathsForValuesAffectingCancelled() -> Set<String> { ["state"] }
        @objc dynamic class func keyPathsForValuesAffectingFinished() -> Set<String> { ["state"] }
        @objc dynamic class func keyPathsForValuesAffectingFailed() -> Set<String> { ["state"] }
    }
#endif
