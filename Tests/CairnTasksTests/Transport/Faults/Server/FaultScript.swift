import CairnTesting
import Foundation
import Synchronization

/// Decides for each request what goes wrong with its answer: the same for the same seed and the same requests.
final class FaultScript: Sendable {
    /// What was done to an answer.
    struct Note: Sendable, CustomStringConvertible {
        let path: String
        let fault: String
        let hides: FaultHiding

        var description: String { "\(path): \(fault)" }
    }

    private struct State {
        var count: UInt64 = 0
        var isHonest = false
        var notes: [Note] = []
    }

    private let seed: UInt64
    private let menu: FaultMenu
    private let site: any HonestSite
    private let elsewhere: URL
    private let state = Mutex(State())

    init(seed: UInt64, _ menu: FaultMenu, _ site: any HonestSite, elsewhere: URL) {
        (self.seed, self.menu, self.site, self.elsewhere) = (seed, menu, site, elsewhere)
    }

    /// What was done since this was last asked.
    func takeNotes() -> [Note] {
        state.withLock { state in
            defer { state.notes = [] }
            return state.notes
        }
    }

    /// From now on nothing goes wrong, or things do again.
    func beHonest(_ isHonest: Bool = true) {
        state.withLock { $0.isHonest = isHonest }
    }

    func steps(for request: ScriptedRequest) -> [ScriptedStep] {
        let (number, isHonest) = state.withLock { state in
            state.count += 1
            return (state.count, state.isHonest)
        }
        let honest = site.answer(to: request)
        var scene = FaultScene(
            request: request, honest: honest, secrets: site.secrets, elsewhere: elsewhere,
            random: SeededGenerator(seed: seed &* 1_000_003 &+ number))
        guard !isHonest, !request.target.hasSuffix("?honest"), isSpoilt(request, &scene.random) else {
            return [.send(honest.bytes)]
        }
        let fault = menu.pick(&scene.random)
        note(Note(path: request.path, fault: fault.name, hides: fault.hides))
        return fault.steps(&scene)
    }

    private func note(_ note: Note) {
        state.withLock { $0.notes.append(note) }
    }

    /// What comes before everything else mostly goes well, so that the rest is reached.
    private func isSpoilt(_ request: ScriptedRequest, _ random: inout SeededGenerator) -> Bool {
        let isFirst = ["/generateToken", "/GeocodeServer", "/FeatureServer", "/0"].contains { request.path.hasSuffix($0) }
        return Int.random(in: 0..<100, using: &random) < (isFirst ? 25 : 70)
    }
}
