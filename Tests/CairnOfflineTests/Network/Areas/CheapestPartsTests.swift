import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct CheapestPartsTests {
    private static func part(_ random: inout FixedRandom) -> ReachedPart {
        let ends = [[0, 1], (0..<2).map { _ in Double.random(in: 0...1, using: &random) }].randomElement(using: &random)!
        let costs = (0..<2).map { _ in Double.random(in: 0...100, using: &random) }
        return ReachedPart(
            road: UInt32.random(in: 8...9, using: &random), from: ends.min()!, to: ends.max()!, fromCost: costs[0],
            toCost: costs[1])
    }

    private static func cost(_ part: ReachedPart, at share: Double) -> Double? {
        let (from, to) = part.sharesAsDrawn
        guard from < share, share < to else { return nil }
        let along = part.road & 1 == 0 ? share : 1 - share
        return part.fromCost + (part.toCost - part.fromCost) * (along - part.from) / (part.to - part.from)
    }

    @Test func `each place comes once, with whoever reaches it at the least cost`() throws {
        var random = FixedRandom(seed: 51)
        for round in 0..<2000 {
            let given = (0..<Int.random(in: 0...7, using: &random)).map { _ in Self.part(&random) }
            let reached = given.enumerated().map { FacilityReach(index: $0, cutoffs: [100], parts: [$1]) }
            let found = try CheapestParts.parts(of: reached)
            let shares = found.map { $0.part.sharesAsDrawn }
            #expect(shares.allSatisfy { $0.from < $0.to })
            #expect(
                zip(shares, shares.dropFirst()).allSatisfy { $0.to <= $1.from + 1e-12 }, "round \(round): in order, and apart")
            for step in 0..<40 {
                let share = (Double(step) + 0.503) / 40
                let least = given.compactMap { Self.cost($0, at: share) }.min()
                let here = found.filter { $0.part.sharesAsDrawn.from < share && share < $0.part.sharesAsDrawn.to }
                #expect(here.count == (least == nil ? 0 : 1), "round \(round), at \(share)")
                guard let least, let only = here.first else { continue }
                #expect(abs((Self.cost(only.part, at: share) ?? -1) - least) < 1e-6, "round \(round), at \(share)")
                #expect(abs((Self.cost(given[only.owner], at: share) ?? -1) - least) < 1e-6, "its owner's own cost")
            }
        }
    }

    @Test func `who is cancelled is told so before the next edge`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let part = ReachedPart(road: 4, from: 0, to: 1, fromCost: 10, toCost: 20)
            return try CheapestParts.parts(of: [FacilityReach(index: 0, cutoffs: [], parts: [part])]).count
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `what is reached again at the same cost stays one part`() throws {
        let part = ReachedPart(road: 4, from: 0, to: 1, fromCost: 10, toCost: 20)
        let dearer = ReachedPart(road: 4, from: 0, to: 1, fromCost: 12, toCost: 22)
        let found = try CheapestParts.parts(of: [FacilityReach(index: 0, cutoffs: [], parts: [dearer, part, part, dearer])])
        #expect(found.count == 1 && found[0].part.fromCost == 10 && found[0].part.toCost == 20)
    }

    @Test func `an edge that is reached from both its ends is covered, if they meet`() {
        func coverage(_ parts: [ReachedPart]) -> EdgeCoverage { EdgeCoverage(parts, edgeCount: 5) }
        let ahead = ReachedPart(road: 4, from: 0, to: 0.6, fromCost: 0, toCost: 6)
        let back = ReachedPart(road: 5, from: 0, to: 0.5, fromCost: 0, toCost: 5)
        let short = ReachedPart(road: 5, from: 0, to: 0.3, fromCost: 0, toCost: 3)
        #expect(coverage([ahead, back]).whole.members == [2] && coverage([ahead, back]).stretches.isEmpty)
        #expect(coverage([short, ahead]).whole.members.isEmpty)
        #expect(
            coverage([short, ahead]).stretches.map(\.from) == [0, 0.7]
                && coverage([short, ahead]).stretches.map(\.to) == [0.6, 1])
        let whole = ReachedPart(road: 2, from: 0, to: 1, fromCost: 0, toCost: 1)
        #expect(coverage([whole, whole, ReachedPart(road: 90, from: 0, to: 1, fromCost: 0, toCost: 1)]).whole.members == [1])
    }
}
