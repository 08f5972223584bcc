import AGSCompat
import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// What is edited, and taken back, while other edits of the table are under way.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct UndoingWhileSentTests {
    /// Sends what is there, and does something between its arrival and its answer.
    private func sending(
        of count: Int, _ first: (AGSServiceFeatureTable) async throws -> AGSFeature,
        meanwhile: (AGSServiceFeatureTable, AGSFeature) async throws -> Void
    ) async throws -> [Feature] {
        let service = try await SampleService(count: count)
        let (arrived, answered) = (Gate(), Gate())
        let transport = service.holding("applyEdits", arrived, until: answered)
        let table = service.table(transport: transport)
        let feature = try await first(table)
        async let results = send(table)
        try await arrived.pass()
        try await meanwhile(table, feature)
        try await done { table.undoLocalEdits(completion: $0) }
        answered.open()
        #expect(try await results.count == 1)
        #expect(!table.hasLocalEdits())
        _ = try await send(table)
        return try await service.rows()
    }

    @Test func `an update that is taken back while an earlier one is under way is not sent`() async throws {
        let rows = try await sending(of: 1) { table in
            let found: AGSFeatureQueryResult = try await answer {
                table.queryFeatures(with: AGSQueryParameters(), completion: $0)
            }
            let feature = found.featureEnumerator().allObjects[0]
            feature.attributes["rank"] = 5
            try await done { table.update(feature, completion: $0) }
            return feature
        } meanwhile: { table, feature in
            feature.attributes["rank"] = 6
            try await done { table.update(feature, completion: $0) }
        }
        #expect(rows.map { $0.attributes["rank"] } == [5])
    }

    @Test func `a delete that is taken back while the feature is being added is not sent`() async throws {
        let rows = try await sending(of: 0) { table in
            let feature = table.createFeature(attributes: ["rank": 5], geometry: nil)
            try await done { table.add(feature, completion: $0) }
            return feature
        } meanwhile: { table, feature in
            try await done { table.delete(feature, completion: $0) }
        }
        #expect(rows.count == 1)
    }

    @Test(arguments: [false, true])
    func `what waits to be sent is not taken back by what is asked for behind it`(isClearing: Bool) async throws {
        let service = try await SampleService()
        let (arrived, answered) = (Gate(), Gate())
        let table = service.table(transport: service.holding("applyEdits", arrived, until: answered))
        func add(_ rank: Int) { table.add(table.createFeature(attributes: ["rank": rank], geometry: nil)) }
        add(1)
        async let first = send(table)
        try await arrived.pass()
        add(2)
        let (results, ended) = (Log<Int>(), Gate())
        table.applyEdits { list, _ in
            results.append(list?.count ?? -1)
            ended.open()
        }
        add(3)
        if isClearing { table.clearCache(withKeepLocalEdits: false) }
        try await done { table.undoLocalEdits(completion: $0) }
        answered.open()
        #expect(try await first.count == 1)
        try await ended.pass()
        #expect(results.elements == [1] && !table.hasLocalEdits())
        #expect(try await service.rows().compactMap { $0.attributes["rank"]?.int } == [1, 2])
    }

    @Test(arguments: [false, true], [false, true])
    func `what was deleted while nobody knew whether it had arrived is not brought back`(
        hasArrived: Bool, isClearing: Bool
    ) async throws {
        let service = try await SampleService(hasGlobalIDs: true)
        let isCut = Mutex(true)
        let (asked, answered) = (Gate(), Gate())
        let transport = StubTransport { request in
            guard ["query", "applyEdits"].contains(request.url.lastPathComponent) else {
                return try await service.server.send(request)
            }
            let isLost = isCut.withLock(\.self)
            let response = hasArrived || !isLost ? try await service.server.send(request) : nil
            guard !isLost, let response else { throw TransportError(.connectionLost, url: request.url) }
            asked.open()
            try await answered.pass()
            return response
        }
        let table = service.table(transport: transport)
        let feature = table.createFeature(attributes: ["rank": 1], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        await #expect { try await send(table) } throws: { ($0 as NSError).userInfo[NSUnderlyingErrorKey] is EditError }
        try await done { table.delete(feature, completion: $0) }
        isCut.withLock { $0 = false }
        async let results = send(table)
        try await asked.pass()
        if isClearing { table.clearCache(withKeepLocalEdits: false) }
        try await done { table.undoLocalEdits(completion: $0) }
        answered.open()
        #expect(try await results.allSatisfy { !$0.completedWithErrors })
        #expect(try await service.rows().isEmpty && !table.hasLocalEdits())
    }

    @Test(arguments: [false, true])
    func `a value that was taken back with a delete, while the feature was being added, is sent with the next update`(
        isAnswered: Bool
    ) async throws {
        let service = try await SampleService()
        let (arrived, answered) = (Gate(), Gate())
        let table = service.table(transport: service.holding("applyEdits", arrived, until: answered))
        let feature = table.createFeature(attributes: ["rank": 1], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        async let results = send(table)
        try await arrived.pass()
        feature.attributes["rank"] = 2
        try await done { table.update(feature, completion: $0) }
        try await done { table.delete(feature, completion: $0) }
        if isAnswered {
            answered.open()
            #expect(try await results.count == 1)
        }
        try await done { table.undoLocalEdits(completion: $0) }
        answered.open()
        #expect(try await results.count == 1)
        feature.attributes["primcause"] = "x"
        try await done { table.update(feature, completion: $0) }
        #expect(try await send(table).count == 1)
        #expect(try await service.rows().map { [$0.attributes["rank"], $0.attributes["primcause"]] } == [[2, "x"]])
    }

    @Test func `what was to be sent by one that was cancelled while it waited is taken back`() async throws {
        let service = try await SampleService(count: 2)
        let (arrived, answered) = (Gate(), Gate())
        let table = service.table(transport: service.holding("applyEdits", arrived, until: answered))
        let features = try await query(table)
        features[0].attributes["rank"] = 10
        try await done { table.update(features[0], completion: $0) }
        async let results = send(table)
        try await arrived.pass()
        features[1].attributes["rank"] = 20
        try await done { table.update(features[1], completion: $0) }
        let (errors, ended) = (Log<Int>(), Gate())
        let second = table.applyEdits { _, error in
            errors.append((error as NSError?)?.code ?? 0)
            ended.open()
        }
        // By now it waits for the first.
        try await done { table.add([], completion: $0) }
        second.cancel()
        try await ended.pass()
        try await done { table.undoLocalEdits(completion: $0) }
        answered.open()
        #expect(try await results.count == 1)
        #expect(errors.elements == [NSUserCancelledError] && !table.hasLocalEdits())
        _ = try await send(table)
        #expect(try await service.rows().map { $0.attributes["rank"]?.int } == [10, 1])
    }

    @Test(arguments: [false, true])
    func `what is to be taken back when its turn comes is edited again by the update behind`(isClearing: Bool) async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = try await query(table)[0]
        feature.attributes["rank"] = 5
        try await done { table.update(feature, completion: $0) }
        // None of them waits for the one before.
        table.add(table.createFeature(attributes: ["rank": 9], geometry: nil))
        if isClearing { table.clearCache(withKeepLocalEdits: false) } else { table.undoLocalEdits() }
        feature.attributes["typdamage"] = "Major"
        try await done { table.update(feature, completion: $0) }
        _ = try await send(table)
        let row = try #require(try await service.rows().first)
        #expect(row.attributes["rank"] == 5 && row.attributes["typdamage"] == "Major")
        #expect(try await service.rows().count == 1)
    }
}
