#if !CAIRN_OBJC
    import CairnCore
    import Foundation
    import Synchronization

    /// Makes `OperationQueue.current` tell the truth on threads that are not Foundation's.
    ///
    /// Foundation keeps the queue in a slot of the thread while it starts an operation, and has no function to fill it. So the slot is looked for
    /// once, on a thread where it is filled: the one that holds the queue's address. Where none does, `current` stays nil.
    enum CurrentQueue {
        private static let slot = Atomic<Int>(-1)

        /// Called while the queue starts an operation, on the thread where it does.
        static func findSlot(of queue: OperationQueue) {
            guard slot.load(ordering: .relaxed) < 0 else { return }
            let address = UnsafeMutableRawPointer(Unmanaged.passUnretained(queue).toOpaque())
            guard let key = (0..<pthread_key_t(PTHREAD_KEYS_MAX)).first(where: { pthread_getspecific($0) == address }) else {
                return
            }
            slot.store(Int(clamping: key), ordering: .relaxed)
        }

        static func with(_ queue: OperationQueue, _ body: () -> Void) {
            let slot = slot.load(ordering: .relaxed)
            guard slot >= 0 else { return body() }
            let key = pthread_key_t(clamping: slot)
            // Unretained: the slot is emptied before the queue can go, for the caller holds it.
            pthread_setspecific(key, Unmanaged.passUnretained(queue).toOpaque())
            body()
            pthread_setspecific(key, nil)
        }
    }
#endif
