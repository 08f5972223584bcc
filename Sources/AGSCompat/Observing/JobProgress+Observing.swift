#if !CAIRN_OBJC
    import CairnCallbacks
    import Foundation

    extension JobProgress {
        /// Foundation's properties cannot be overridden, so that they are known by name.
        func reads(of keyPath: AnyKeyPath) -> [ObjectIdentifier: StateReads.Read] {
            guard let key = ProgressValues.key(of: keyPath) else { return [:] }
            let read = StateReads.Read(keys: [key]) { [self] observer in add(observer) }
            return [ObjectIdentifier(self): read]
        }
    }

    extension Observer: ProgressObserver {
        func note(_ old: ProgressValues, _ new: ProgressValues, of progress: JobProgress) {
            note(StateChange(state: ObjectIdentifier(progress), old: old, new: new, keys: new.keys(after: old)))
        }
    }

    extension ProgressValues {
        static func key(of keyPath: AnyKeyPath) -> ObservedKey? {
            switch keyPath {
            case \Progress.fractionCompleted: .fractionCompleted
            case \Progress.completedUnitCount: .completedUnitCount
            case \Progress.localizedDescription: .localizedDescription
            case \Progress.isPaused: .isPaused
            case \Progress.isCancelled: .isCancelled
            case \Progress.isFinished: .isFinished
            default: nil
            }
        }

        /// The value to which a key path of `Progress` leads; nil if it is none of these.
        subscript(keyPath: AnyKeyPath) -> Any? { Self.key(of: keyPath).flatMap { self[$0] } }

        private subscript(key: ObservedKey) -> AnyHashable? {
            switch key {
            case .fractionCompleted: fractionCompleted
            case .completedUnitCount: completedUnitCount
            case .localizedDescription: localizedDescription
            case .isPaused: isPaused
            case .isCancelled: isCancelled
            case .isFinished: isFinished
            default: nil
            }
        }

        func keys(after old: ProgressValues) -> Set<ObservedKey> {
            let all: [ObservedKey] = [
                .fractionCompleted, .completedUnitCount, .localizedDescription, .isPaused, .isCancelled, .isFinished,
            ]
            return Set(all.filter { self[$0] != old[$0] })
        }
    }
#endif
