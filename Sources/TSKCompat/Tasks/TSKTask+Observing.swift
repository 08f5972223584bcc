import CairnWorkflow
import Foundation
import Synchronization

/// Key-value observation. A change is made under the graphs' lock, where nobody may be told of it; so observers are told afterwards, in order, and
/// are shown what the values were then.
extension TSKTask {
    /// Tells observers that the task has come into a state.
    func tellObservers(of state: StepState) {
        #if CAIRN_DARWIN
            tellObservers { values, record in
                if record.state == state {
                    values.record = record
                } else if values.record.state != record.state {
                    // They will be told next of what it is in by now.
                    values.record = TaskRecord(state: state)
                }
            }
        #endif
    }

    /// Tells observers in what state the task is now that it is in a workflow.
    func tellObserversOfAddition() {
        #if CAIRN_DARWIN
            tellObservers { $0.record = $1 }
        #endif
    }

    /// Tells observers whether the condition has come true, or has been taken back.
    func tellObserversOfFulfillment() {
        #if CAIRN_DARWIN
            guard let task = self as? TSKExternalConditionTask else { return }
            tellObservers { values, _ in values.isFulfilled = task.isFulfilled }
        #endif
    }

    #if CAIRN_DARWIN
        /// - Parameter change: Is given how the task stands, under its lock, so that of two threads the later one knows what is later.
        private func tellObservers(_ change: (inout ObservedValues, TaskRecord) -> Void) {
            // What was shown before is let go of after the lock: a result may be the last reference to something.
            let (isTeller, _) = place.withLock { place -> (Bool, ObservedValues) in
                let old = place.tellings.latest
                change(&place.tellings.latest, place.graph?.record(of: place.index) ?? TaskRecord())
                if place.tellings.latest.keys(after: old).isEmpty { return (false, old) }
                place.tellings.waiting.append((old, place.tellings.latest))
                defer { place.tellings.isTold = true }
                return (!place.tellings.isTold, old)
            }
            guard isTeller else { return }
            // What an observer, or another thread, brings about meanwhile is told next: each change as a whole.
            while let (old, new) = nextTelling() { tell(old, new) }
        }

        private func nextTelling() -> (ObservedValues, ObservedValues)? {
            place.withLock { place in
                place.tellings.isTold = !place.tellings.waiting.isEmpty
                return place.tellings.isTold ? place.tellings.waiting.removeFirst() : nil
            }
        }

        private func tell(_ old: ObservedValues, _ new: ObservedValues) {
            let (calls, id, keys) = (HandlerCalls.ofThread, ObjectIdentifier(self), new.keys(after: old))
            // An observer of one task may bring about that those of another are told.
            let before = calls.shown
            for key in keys {
                calls.shown = ShownValues(task: id, values: old)
                willChange(key)
            }
            for key in keys.reversed() {
                calls.shown = ShownValues(task: id, values: new)
                didChange(key)
            }
            calls.shown = before
        }

        /// The value that is shown instead of the present one; nil if none is.
        func shownValue(forKey key: String) -> Any?? {
            guard let shown = HandlerCalls.ofThread.shown, shown.task == ObjectIdentifier(self), ObservedValues.keys.contains(key)
            else {
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
