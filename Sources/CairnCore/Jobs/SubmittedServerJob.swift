/// A server's job whose id is in no record yet, as far as is known: if the claim is lost now, whoever goes on knows nothing of it.
struct SubmittedServerJob: Sendable {
    let id: String
    let path: [String]
    /// What is to be saved, for the id to be in the record.
    let version: Int
    /// Whether who has submitted it waits for that, and so learns of the loss.
    var isAttended = true
    /// Whether the claim was lost before the id was saved.
    var isOrphaned = false
}

extension JobLedger {
    /// Lets go of a submission that is not waited for any longer; whether it is orphaned, and to be cancelled by who has made it.
    mutating func leave(_ id: String, at path: [String]) -> Bool {
        guard let place = submitted.firstIndex(where: { $0.id == id && $0.path == path && $0.isAttended }) else { return false }
        if submitted[place].isOrphaned {
            submitted.remove(at: place)
            return true
        }
        submitted[place].isAttended = false
        return false
    }

    /// The claim is lost: those that nobody waits for are taken out, the others left to who waits.
    mutating func takeOrphans() -> [SubmittedServerJob] {
        for place in submitted.indices { submitted[place].isOrphaned = true }
        defer { submitted.removeAll { !$0.isAttended } }
        return submitted.filter { !$0.isAttended }
    }
}

extension Job {
    /// Under the lock: the claim is given up with this unsaved. What servers were given since, and no record tells of, is cancelled.
    nonisolated func disownUnsaved(_ state: inout JobState<Work.Output>) {
        let orphans = state.ledger.takeOrphans()
        if orphans.isEmpty { return }
        let previous = state.disowner
        state.disowner = Task {
            await previous?.value
            for orphan in orphans { await disown(orphan.id, at: orphan.path) }
        }
    }

    /// Waits until that is done.
    nonisolated func disowned() async { await state.read(\.disowner)?.value }
}
