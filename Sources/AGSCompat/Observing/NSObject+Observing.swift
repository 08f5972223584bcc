#if !CAIRN_OBJC
    import CairnCallbacks
    public import Foundation

    extension NSObjectProtocol where Self: NSObject {
        /// Tells a closure of each change of a value, once and in order, as Foundation does where it has key-value observation.
        ///
        /// ```swift
        /// let observation = job.observe(\.status, options: [.initial, .new]) { job, change in print(change.newValue!) }
        /// ```
        ///
        /// Told are the load status and the load error of everything loadable; the status, the messages, the error and the result of jobs; and what their
        /// `Progress` shows: the fraction and the count completed, the description, and whether it is paused, cancelled or finished. Of whatever
        /// else the initial call is all there is. A key path may go on from these, and lead to a property of your own that is computed of them.
        ///
        /// - Parameters:
        ///   - keyPath: What is observed.
        ///   - options: What is told of a change, and whether what there is now is told, too.
        ///   - changeHandler: Is called on any thread, one call after the other, without a lock: it may end the observation, begin another,
        ///     and let go of the object.
        /// - Returns: The observation, which ends when it is let go of.
        public func observe<Value>(
            _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
            changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
        ) -> NSKeyValueObservation {
            let observer = Observer { [weak self] observer, change in
                guard let self else { return }
                // What it is computed of may be more by now.
                let shown = follow(keyPath, observer, showing: [change.state: change.new])
                let old = { options.contains(.old) ? self.value(of: keyPath, showing: [change.state: change.old]) : nil }
                let new = { options.contains(.new) ? self.value(of: keyPath, showing: shown) : nil }
                if options.contains(.prior) {
                    changeHandler(self, NSKeyValueObservedChange(from: old(), to: nil, isPrior: true))
                    // What ends the observation there is told no more.
                    if observer.isOver { return }
                }
                changeHandler(self, NSKeyValueObservedChange(from: old(), to: new()))
            }
            let present = follow(keyPath, observer, showing: [:])
            if options.contains(.initial) {
                let value = options.contains(.new) ? value(of: keyPath, showing: present) : nil
                changeHandler(self, NSKeyValueObservedChange(from: nil, to: value))
            }
            observer.tellHeld()
            return NSKeyValueObservation(observer)
        }

        /// Has an observer told of all that the key path reads, of which there may be more where something stands otherwise: an object that was nil, or a
        /// condition that was not asked.
        ///
        /// - Returns: What is shown, and how what is followed from now on stands, so that what comes then is told as a change from that.
        private func follow<Value>(
            _ keyPath: KeyPath<Self, Value>, _ observer: Observer, showing states: [ObjectIdentifier: any Sendable]
        ) -> [ObjectIdentifier: any Sendable] {
            var shown = states
            // A key path that makes what it leads through anew each time is not followed for ever.
            for _ in 0..<Self.mostSteps {
                let fresh = observer.want(reads(of: keyPath, showing: shown))
                if fresh.isEmpty { break }
                shown.merge(fresh.mapValues { $0.add(observer) }) { _, new in new }
            }
            return shown
        }

        private static var mostSteps: Int { 32 }

        private func reads<Value>(
            of keyPath: KeyPath<Self, Value>, showing states: [ObjectIdentifier: any Sendable]
        ) -> [ObjectIdentifier: StateReads.Read] {
            if let progress = self as? JobProgress { return progress.reads(of: keyPath) }
            return StateReads.noting { ShownState.showing(states) { _ = self[keyPath: keyPath] } }
        }

        private func value<Value>(of keyPath: KeyPath<Self, Value>, showing states: [ObjectIdentifier: any Sendable]) -> Value {
            if let values = states[ObjectIdentifier(self)] as? ProgressValues, let value = values[keyPath] as? Value {
                return value
            }
            return ShownState.showing(states) { self[keyPath: keyPath] }
        }
    }
#endif
