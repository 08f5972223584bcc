#if CAIRN_DARWIN
    import CairnWorkflow
    import Foundation

    /// What key-value observers see of a task.
    struct ObservedValues {
        var record = TaskRecord()
        var isFulfilled = false

        /// By key, as the Objective-C class names them; those that follow from `state` are told of with it.
        subscript(key: String) -> Any? {
            switch key {
            case "state": state.rawValue
            case "ready": state == .ready
            case "executing": state == .executing
            case "cancelled": state == .cancelled
            case "finished": state == .finished
            case "failed": state == .failed
            case "finishDate": record.finishDate
            case "result": record.result
            case "error": record.error
            case "fulfilled": isFulfilled
            default: nil
            }
        }

        private var state: TSKTaskState { TSKTaskState(record.state) }

        /// What observers are to be told of when these values have taken the place of `old`.
        func keys(after old: ObservedValues) -> [String] {
            var keys = state == old.state ? [] : ["state"]
            if record.finishDate != old.record.finishDate { keys.append("finishDate") }
            if record.outcome.isValue || old.record.outcome.isValue, !keys.isEmpty { keys.append("result") }
            if record.outcome.failure != nil || old.record.outcome.failure != nil, !keys.isEmpty { keys.append("error") }
            if isFulfilled != old.isFulfilled { keys.append("fulfilled") }
            return keys
        }

        /// Whether a value for this key is among these, so that an optional one can be told from an unknown key.
        static let keys: Set = [
            "state", "ready", "executing", "cancelled", "finished", "failed", "finishDate", "result", "error", "fulfilled",
        ]
    }

    /// What observers are shown of a task while they are told of a change: that may be over by then.
    struct ShownValues {
        let task: ObjectIdentifier
        let values: ObservedValues
    }

    /// The changes that observers of a task are told of, one after the other, whichever threads have made them.
    struct Tellings {
        /// What they are told last when all are told that wait.
        var latest = ObservedValues()
        var waiting: [(old: ObservedValues, new: ObservedValues)] = []
        /// Whether a thread tells.
        var isTold = false
    }

    extension StepOutcome {
        fileprivate var isValue: Bool {
            if case .value = self { true } else { false }
        }
    }
#endif
