import CairnCore
import CairnGeo

/// The features of a walk, the next of which are fetched while those before are being used.
///
/// Who lets go of it, or is cancelled while he waits for it, gives up what is being fetched.
final class FeaturesAhead: Sendable {
    /// What has come, and from where to go on.
    struct Step: Sendable {
        let features: [Feature]?
        let walk: FeatureWalk

        init(_ walk: FeatureWalk) async throws {
            var walk = walk
            features = try await walk.next()
            self.walk = walk
        }
    }

    private enum Situation: Sendable {
        case ready(Step)
        case fetching(Task<Step, any Error>)
        case over
    }

    private let situation: Guarded<Situation>

    init(_ first: Step) {
        situation = Guarded(.ready(first))
    }

    deinit {
        if case .fetching(let task) = situation.read(\.self) { task.cancel() }
    }

    /// The next features; nil behind the last.
    func next() async throws -> [Feature]? {
        let present = situation.change { situation, _ in
            defer { situation = .over }
            return situation
        }
        switch present {
        case .over: return nil
        case .ready(let step): return goOn(from: step)
        case .fetching(let task):
            let step = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            try Task.checkCancellation()
            return goOn(from: step)
        }
    }

    private func goOn(from step: Step) -> [Feature]? {
        guard let features = step.features else { return nil }
        let task = Task { try await Step(step.walk) }
        situation.change { situation, _ in situation = .fetching(task) }
        return features
    }
}
