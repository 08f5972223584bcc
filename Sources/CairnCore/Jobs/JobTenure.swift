/// Who may write a job, as far as is known here.
enum JobTenure: Sendable {
    /// There is no store, so nobody else can have it.
    case unstored
    /// Nobody that is known: it is claimed before anything is done or written.
    case free
    /// This object.
    case held(JobClaim)
    /// Somebody else; what stands here follows the record. Who it is may not be known yet.
    case elsewhere(JobOwner?)

    var claim: JobClaim? {
        if case .held(let claim) = self { claim } else { nil }
    }

    var owner: JobOwner? {
        if case .elsewhere(let owner) = self { owner } else { nil }
    }

    var isElsewhere: Bool {
        if case .elsewhere = self { true } else { false }
    }

    /// Whether there is a store that takes what is decided here.
    var isStored: Bool {
        switch self {
        case .free, .held: true
        case .unstored, .elsewhere: false
        }
    }

    /// Whether what is decided here counts at once.
    var isOurs: Bool {
        switch self {
        case .unstored, .held: true
        case .free, .elsewhere: false
        }
    }
}
