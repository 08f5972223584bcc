import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Exports of a layer that others never cease to edit.
@Suite(.timeLimit(.minutes(5)))
struct BusyExportTests {
    private let folder: ExportFolder

    init() throws { folder = try ExportFolder() }

    /// A service whose rows change before each answer to a query, and that answers only so often.
    private final class Town: Sendable {
        let site: FeatureSite
        private let before: Set<Feature>
        private let random: Mutex<SeededGenerator>
        private let answers = Atomic(0)
        private let mostAnswers: Int

        init(seed: UInt64, mostAnswers: Int) {
            var random = SeededGenerator(seed: seed)
            site = FeatureSite(FeatureSite.rows(.random(in: 40...150, using: &random), seed: seed))
            before = Set(site.rows)
            self.random = Mutex(random)
            self.mostAnswers = mostAnswers
        }

        /// - Parameters:
        ///   - adding: How many are added before an answer.
        ///   - leavingOut: The features that no page has, unless it is asked for them.
        func transport(adding: ClosedRange<Int>, deleting: ClosedRange<Int>, leavingOut: Set<Int> = []) -> StubTransport {
            site.transport { [self] request, honest in
                guard request.url.lastPathComponent == "query" else { return honest }
                guard answers.add(1, ordering: .relaxed).newValue <= mostAnswers else {
                    throw TransportError(.notUnderstood("it has been asked too often"), url: request.url)
                }
                random.withLock { random in change(adding, deleting, &random) }
                guard ExportFolder.isPage(request), request.fields["objectIds"] == nil, !leavingOut.isEmpty else { return honest }
                return ExportFolder.answer(honest) { $0.filter { !leavingOut.contains($0["attributes"]?["OBJECTID"]?.int ?? 0) } }
            }
        }

        private func change(_ adding: ClosedRange<Int>, _ deleting: ClosedRange<Int>, _ random: inout SeededGenerator) {
            site.state.withLock { state in
                for _ in 0..<Int.random(in: deleting, using: &random) {
                    guard let id = state.rows.keys.sorted().randomElement(using: &random) else { break }
                    state.rows[id] = nil
                }
                for _ in 0..<Int.random(in: adding, using: &random) { state.add(FeatureSite.row(using: &random)) }
            }
        }

        /// The ids of those that have been there from the beginning.
        var constant: Set<Int> { Set(site.rows.filter(before.contains).compactMap { $0.attributes["OBJECTID"]?.int }) }
    }

    private func ids(_ work: FeatureExportWork) throws -> [Int] {
        let reader = try CSVReader(work.output)
        _ = try reader.next()
        var ids: [Int] = []
        while let row = try reader.next() { ids += [Int(row.fields[0])].compactMap(\.self) }
        return ids
    }

    private func export(_ town: Town, _ transport: StubTransport, _ seed: UInt64) async throws {
        let work = try folder.work(.csv)
        let summary = try await folder.job(work, transport).run()
        let ids = try ids(work)
        #expect(Set(ids).count == ids.count && ids.count == summary.features, "seed \(seed)")
        #expect(town.constant.subtracting(ids) == [], "seed \(seed)")
    }

    @Test func `others may add for ever, and the export ends with all that was there throughout`() async throws {
        for seed in 1...UInt64(rounds(10, long: 40)) {
            let town = Town(seed: seed, mostAnswers: 400)
            try await export(town, town.transport(adding: 1...3, deleting: 0...0, leavingOut: [3, 20]), seed)
            try await export(town, town.transport(adding: 1...3, deleting: 0...1, leavingOut: [5, 21]), seed)
        }
    }

    @Test func `a service that others add to and delete from is not taken for one that cuts its lists`() async throws {
        for seed in 1...UInt64(rounds(60, long: 300)) {
            let town = Town(seed: seed, mostAnswers: 400)
            try await export(town, town.transport(adding: 0...4, deleting: 0...4), seed)
        }
    }

    @Test func `a list that is cut is refused also while others edit`() async throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let site = FeatureSite(FeatureSite.rows(90, seed: seed), FeatureSite.Abilities(hasPages: false))
            let random = Mutex(SeededGenerator(seed: seed))
            let transport = site.transport { request, honest in
                guard request.url.lastPathComponent == "query" else { return honest }
                random.withLock { random in
                    site.state.withLock { state in
                        state.rows[state.rows.keys.min() ?? 0] = nil
                        if Bool.random(using: &random) { state.add(FeatureSite.row(using: &random)) }
                    }
                }
                guard request.fields["returnIdsOnly"] != nil, let json = try? JSONValue(parsing: honest.body) else {
                    return honest
                }
                let ids = (json["objectIds"]?.array ?? []).prefix(10)
                return .json(JSONValue.object(["objectIdFieldName": "OBJECTID", "objectIds": .array(Array(ids))]).text())
            }
            let work = try folder.work(.csv)
            let job = try folder.job(work, transport)
            await #expect(throws: FeatureExportTrouble.self, "seed \(seed)") { try await job.run() }
            #expect("\(job.error as Any)".contains("lists the object ids of 10"), "\(job.error as Any)")
            #expect(!folder.isThere(work))
        }
    }
}
