import CairnTasks

/// What came of one operation against a server that spoilt its answers.
struct FaultOutcome<Finding: Sendable & Equatable>: Sendable {
    let seed: UInt64
    let operation: String
    let result: Result<Finding, any Error>
    let notes: [FaultScript.Note]
    let secrets: [String]
    /// Whether what was done cannot be seen by who has only the answers.
    let isHidden: Bool

    /// What is wrong with it.
    func complaints(expecting right: Finding) -> [Complaint] {
        let (kind, what): (Complaint.Kind, String?) =
            switch result {
            case .success(let finding): (.wrong, isHidden || finding == right ? nil : "\(operation) found \(finding)")
            case .failure(let error): (.strange, isProper(error) ? nil : "\(operation) threw \(type(of: error)): \(error)")
            }
        return [complaint(kind, what), complaint(.leak, leak)].compactMap(\.self)
    }

    /// That it did not go well though nothing went wrong.
    func complaintOfNoRecovery(expecting right: Finding) -> Complaint? {
        if case .success(right) = result { return nil }
        return complaint(.wrong, "\(operation) does not recover: \(result)")
    }

    private var leak: String? {
        let leak = Leak(secrets: secrets)
        return switch result {
        case .success(let finding): leak.found(inResult: finding).map { "\(operation) found \($0)" }
        case .failure(let error): leak.found(in: error).map { "\(operation) threw \($0)" }
        }
    }

    /// Nobody has cancelled anything, and every failure is one of those that are documented.
    private func isProper(_ error: any Error) -> Bool {
        !"\(error)".isEmpty
            && (error is TransportError || error is ServiceError || error is DownloadError || error is EditError
                || (error is GeocodeError || error is FeatureError) && isHidden)
    }

    private func complaint(_ kind: Complaint.Kind, _ what: String?) -> Complaint? {
        what.map { Complaint(kind: kind, seed: seed, what: $0, notes: notes) }
    }
}
