/// Who waits for a job to be saved or claimed, and for how long.
struct StoreWaiter: Sendable {
    enum Patience: Sendable {
        /// Until the store has refused once.
        case none
        /// As long as trouble is ridden out.
        case tolerance
        /// For good.
        case endless
    }

    let waiter: Waiter<any Error>
    let patience: Patience
    /// What is to be saved; nothing for the claim.
    var version = 0
    /// Since when the store has refused it.
    var refusedSince: Duration?

    func isOutOfPatience(at now: Duration, _ tolerance: Duration) -> Bool {
        switch patience {
        case .none: true
        case .tolerance: now - (refusedSince ?? now) >= tolerance
        case .endless: false
        }
    }
}
