/// Where a step stands.
public enum StepState: UInt8, Sendable, Hashable, CaseIterable {
    /// Some prerequisite has not finished.
    case pending
    /// Its prerequisites have finished: it waits for a slot, or to be started after a reset.
    case ready
    /// It waits for something outside: a gate to be fulfilled, or the time of its next attempt.
    case waiting
    /// An attempt is under way.
    case executing
    /// It has a result.
    case finished
    /// Its last attempt failed.
    case failed
    /// It, or a step it depends on, was cancelled.
    case cancelled

    /// Whether nothing more happens to the step unless it is told to.
    public var isEnded: Bool { self == .finished || self == .failed || self == .cancelled }
}

extension StepState: CustomStringConvertible, Codable {
    /// The state in a word.
    public var description: String {
        switch self {
        case .pending: "pending"
        case .ready: "ready"
        case .waiting: "waiting"
        case .executing: "executing"
        case .finished: "finished"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    /// The state as a sign, for pictures and terminals, and for those who do not see colours.
    public var symbol: String {
        switch self {
        case .pending: "·"
        case .ready: "○"
        case .waiting: "◔"
        case .executing: "▶"
        case .finished: "✓"
        case .failed: "✗"
        case .cancelled: "⊘"
        }
    }

    /// Reads the word.
    public init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        guard let state = Self.allCases.first(where: { $0.description == word }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(word) is no state of a step"))
        }
        self = state
    }

    /// Writes the word.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
