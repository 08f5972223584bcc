import CairnGeo
import Synchronization

/// A feature as its table had it, and which question that answers.
struct BroughtFeature: Sendable {
    let feature: Feature
    /// Of two answers that of the greater number was asked for later, and counts, whichever comes first.
    let question: Int

    private static let lastQuestion = Atomic(0)

    /// The number of a question that is asked now.
    static func nextQuestion() -> Int { lastQuestion.add(1, ordering: .relaxed).newValue }
}
