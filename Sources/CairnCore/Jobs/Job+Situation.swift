extension Job {
    /// Where the job stands and who waits for what, on one line: for whoever looks for what does not move.
    package nonisolated var situation: String {
        state.read { state in
            let ledger = state.ledger
            let owner =
                switch ledger.tenure {
                case .unstored: "no store"
                case .free: "nobody's"
                case .held(let claim): "held with token \(claim.token)"
                case .elsewhere(let owner): "had by \(owner?.name ?? "somebody")"
                }
            return "\(Work.kind) \(id): \(state.status.rawValue)\(state.isOver ? ", over" : ""), \(owner), body \(state.bodyID), "
                + "saved \(ledger.saved) of \(ledger.version), keeper \(ledger.keeper == nil ? "rests" : "works"), "
                + "\(ledger.refusals) refusals, \(ledger.unannounced.count) to announce; waiting: \(state.waiters.count) for the end, "
                + "\(ledger.flushers.count) for saves, \(ledger.claimants.count) for the claim, \(ledger.releasers.count) for its release, "
                + "\(ledger.removers.count) for removal, \(state.sleepers.count) asleep; pursuit \(state.pursuit.map { "\($0)" } ?? "none")"
        }
    }
}
