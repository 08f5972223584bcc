import AGSCompat
import CairnCallbacks
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// The sending of edits by a connection that breaks, and what is asked meanwhile.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct SendingTests {
    private final class Switch: Sendable {
        private let state = Mutex(false)
        var isOn: Bool { state.withLock(\.self) }
        func set(_ isOn: Bool) { state.withLock { $0 = isOn } }
    }

    /// A transport that does not answer one operation, though it is done, until it is open.
    private func losing(_ operation: String, of service: SampleService, until isQuick: Switch) -> StubTransport {
        StubTransport { request in
            let response = try await service.server.send(request)
            guard request.url.lastPathComponent == operation, !isQuick.isOn else { return response }
            throw TransportError(.connectionLost, url: request.url)
        }
    }

    @Test func `edits that are cancelled while they are sent are said to be unknown, and are not sent twice`() async throws {
        let service = try await SampleService(count: 2, hasGlobalIDs: true)
        let (arrived, never, isQuick) = (Gate(), Gate(), Switch())
        let transport = StubTransport { request in
            let response = try await service.server.send(request)
            if request.url.lastPathComponent == "applyEdits", !isQuick.isOn {
                arrived.open()
                try await never.pass()
            }
            return response
        }
        let table = service.table(transport: transport)
        let features = try await query(table)
        let (kept, deleted) = (
            table.createFeature(attributes: ["rank": 7], geometry: nil),
            table.createFeature(attributes: ["rank": 8], geometry: nil)
        )
        try await done { table.add([kept, deleted], completion: $0) }
        try await done { table.delete(features[0], completion: $0) }
        let error: NSError = try await withCheckedThrowingContinuation { continuation in
            let operation = table.applyEdits { _, error in continuation.resume(returning: error! as NSError) }
            Task {
                try await arrived.pass()
                operation.cancel()
            }
        }
        #expect(error.domain == NSCocoaErrorDomain && error.code == NSUserCancelledError)
        #expect(error.localizedDescription.contains("nobody knows") && error.userInfo[NSUnderlyingErrorKey] is EditError)
        isQuick.set(true)
        #expect(table.hasLocalEdits())
        // They are at the service already, and here: they count once.
        #expect(try await ranks(table) == [1, 7, 8])
        kept.attributes["rank"] = 70
        try await done { table.update(kept, completion: $0) }
        try await done { table.delete(deleted, completion: $0) }
        #expect(try await ranks(table) == [1, 70])
        let count = await withCheckedContinuation { continuation in
            table.queryFeatureCount(with: AGSQueryParameters()) { count, _ in continuation.resume(returning: count) }
        }
        #expect(count == 2)
        let results = try await send(table)
        #expect(results.allSatisfy { !$0.completedWithErrors } && !table.hasLocalEdits())
        #expect(try await service.rows().compactMap { $0.attributes["rank"]?.int } == [1, 70])
        #expect(try await ranks(table) == [1, 70])
    }

    @Test func `a delete that is lost is looked for where there are no global ids`() async throws {
        let service = try await SampleService(count: 3)
        let isQuick = Switch()
        let table = service.table(transport: losing("applyEdits", of: service, until: isQuick))
        let features = try await query(table)
        try await done { table.delete(features[1], completion: $0) }
        await #expect { try await send(table) } throws: { ($0 as NSError).userInfo[NSUnderlyingErrorKey] is EditError }
        isQuick.set(true)
        let results = try await send(table)
        #expect(results.map(\.objectID) == [2] && results.allSatisfy { !$0.completedWithErrors })
        #expect(!table.hasLocalEdits())
    }

    @Test func `an attachment whose answer is lost is looked for, and not added twice`() async throws {
        let service = try await SampleService(count: 1)
        let isQuick = Switch()
        let table = service.table(transport: losing("addAttachment", of: service, until: isQuick))
        let feature = try await query(table)[0]
        let pending: AGSAttachment = try await answer {
            feature.addAttachment(withName: "a.png", contentType: "image/png", data: Data("a photo".utf8), completion: $0)
        }
        #expect(try await send(table)[0].completedWithErrors)
        #expect(table.hasLocalEdits())
        let shown: [AGSAttachment] = try await answer { feature.fetchAttachments(completion: $0) }
        #expect(shown.map(\.name) == ["a.png"])
        // Whether it is to be deleted here or there, nobody knows.
        await #expect(throws: NSError.self) { try await done { feature.delete(pending, completion: $0) } }
        isQuick.set(true)
        #expect(try await send(table)[0].completedWithErrors == false)
        #expect(!table.hasLocalEdits())
        let there = try await service.geodatabase.table(named: "Damage").queryAttachments(ofFeatures: [1])
        #expect(there[1]?.map(\.name) == ["a.png"])
    }

    @Test func `an attachment that is deleted and whose answer is lost is not missed`() async throws {
        let service = try await SampleService(count: 1)
        let isQuick = Switch()
        let transport = StubTransport { request in
            let operation = request.url.lastPathComponent
            let isCut = !isQuick.isOn
            if isCut, operation.lowercased().hasSuffix("attachments"), operation != "deleteAttachments" {
                throw TransportError(.connectionLost, url: request.url)
            }
            let response = try await service.server.send(request)
            if isCut, operation == "deleteAttachments" { throw TransportError(.connectionLost, url: request.url) }
            return response
        }
        _ = try await service.geodatabase.table(named: "Damage").addAttachment(
            NewAttachment(name: "a", contentType: "text/plain", content: .data(Data([1]))), toFeature: 1)
        let table = service.table(transport: transport)
        isQuick.set(true)
        let feature = try await query(table)[0]
        let attachments: [AGSAttachment] = try await answer { feature.fetchAttachments(completion: $0) }
        try await done { feature.deleteAttachments(attachments, completion: $0) }
        isQuick.set(false)
        #expect(try await send(table)[0].completedWithErrors)
        isQuick.set(true)
        #expect(try await send(table)[0].completedWithErrors == false)
        #expect(!table.hasLocalEdits())
    }

    /// A service that does not tell the ids of what it has added.
    private func silent(_ service: SampleService) -> StubTransport {
        StubTransport { request in
            var response = try await service.server.send(request)
            guard request.url.lastPathComponent == "applyEdits" else { return response }
            let text = String(decoding: response.body, as: UTF8.self).replacing(#/"objectId":\d+,/#, with: "")
            response.body = Data(text.utf8)
            response.headers["content-length"] = nil
            return response
        }
    }

    private func addWithAttachment(to table: AGSServiceFeatureTable) async throws {
        let feature = try #require(table.createFeature(attributes: ["rank": 1], geometry: nil) as? AGSArcGISFeature)
        try await done { table.add(feature, completion: $0) }
        let _: AGSAttachment = try await answer {
            feature.addAttachment(withName: "a", contentType: "text/plain", data: Data([1]), completion: $0)
        }
    }

    @Test func `what is added and not told by which id is not added twice`() async throws {
        let service = try await SampleService()
        let table = service.table(transport: silent(service))
        try await addWithAttachment(to: table)
        let results = try await send(table)
        #expect(results.map(\.completedWithErrors) == [true])
        #expect((results[0].error as NSError?)?.localizedDescription.contains("not told its object id") == true)
        #expect(!table.hasLocalEdits())
        #expect(try await send(table).isEmpty)
        #expect(try await service.rows().count == 1)
    }

    @Test func `the id of what is added is asked for by its global id`() async throws {
        let service = try await SampleService(count: 1, hasGlobalIDs: true)
        let table = service.table(transport: silent(service))
        try await addWithAttachment(to: table)
        let results = try await send(table)
        #expect(results.map(\.objectID) == [2] && results[0].attachmentResults.count == 1)
        #expect(!results[0].completedWithErrors && !table.hasLocalEdits())
        let there = try await service.geodatabase.table(named: "Damage").queryAttachments(ofFeatures: [2])
        #expect(there[2]?.map(\.name) == ["a"])
    }

    @Test(arguments: [false, true])
    func `what is asked while edits are sent is answered when they have arrived`(isBrought: Bool) async throws {
        let service = try await SampleService(count: 2)
        let (arrived, answered) = (Gate(), Gate())
        let transport = service.holding("applyEdits", arrived, until: answered)
        let table = service.table(transport: transport)
        let feature = table.createFeature(attributes: ["rank": 7], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        async let results = send(table)
        try await arrived.pass()
        table.featureRequestMode = isBrought ? .manualCache : .onInteractionCache
        async let found: AGSFeatureQueryResult = answer {
            let parameters = AGSQueryParameters()
            guard isBrought else {
                _ = table.queryFeatures(with: parameters, completion: $0)
                return
            }
            table.populateFromService(with: parameters, clearCache: true, outFields: ["*"], completion: $0)
        }
        answered.open()
        #expect(try await results.count == 1)
        let ranks = try await found.featureEnumerator().allObjects.compactMap { $0.attributes["rank"] as? Int }
        #expect(ranks.sorted() == [0, 1, 7])
        if isBrought { #expect(table.numberOfFeatures == 3) }
    }

    @Test func `edits that were asked for before are sent, even if their table is not loaded yet`() async throws {
        let service = try await SampleService()
        let isLoading = Gate()
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "0" { try await isLoading.pass() }
            return try await service.server.send(request)
        }
        let table = service.table(transport: transport)
        for rank in 0..<3 { table.add(table.createFeature(attributes: ["rank": rank], geometry: nil)) }
        async let results = send(table)
        await isLoading.waiting(for: 1)
        // On the main queue, where the answer would come.
        try await done { AGSServiceGeodatabase(url: SampleService.url).close(completion: $0) }
        isLoading.open()
        #expect(try await results.count == 3)
    }

    private enum Fault { case before, after }

    /// A transport that loses requests before they arrive, or their answers: for each operation, the first ones.
    private func faulty(_ faults: [String: [Fault]], _ service: SampleService) -> StubTransport {
        let left = Mutex(faults)
        return StubTransport { request in
            let fault = left.withLock { left in
                let operation = request.url.lastPathComponent
                return left[operation]?.isEmpty == false ? left[operation]?.removeFirst() : nil
            }
            if fault == .before { throw TransportError(.connectionLost, url: request.url) }
            let response = try await service.server.send(request)
            if fault == .after { throw TransportError(.connectionLost, url: request.url) }
            return response
        }
    }

    private func add(_ rank: Int, to table: AGSFeatureTable) async throws {
        try await done { table.add(table.createFeature(attributes: ["rank": rank], geometry: nil), completion: $0) }
    }

    @Test func `what was found is told when the rest is sent, be it later`() async throws {
        let service = try await SampleService(hasGlobalIDs: true)
        let faults = ["applyEdits": [Fault.after, .before], "query": [.before]]
        let table = service.table(transport: faulty(faults, service))
        try await add(1, to: table)
        await #expect { try await send(table) } throws: { ($0 as NSError).userInfo[NSUnderlyingErrorKey] is EditError }
        try await add(2, to: table)
        await #expect { try await send(table) } throws: { ($0 as NSError).userInfo[NSUnderlyingErrorKey] is EditError }
        let told = try await send(table)
        #expect(told.map(\.objectID).sorted() == [1, 2] && told.allSatisfy { !$0.completedWithErrors })
        #expect(try await service.rows().count == 2)
        #expect(try await send(table).isEmpty)
    }

    @Test func `what cannot be looked for is said to be unknown, and is looked for again`() async throws {
        let service = try await SampleService(hasGlobalIDs: true)
        let faults = ["applyEdits": [Fault.after], "query": [.before, .before]]
        let table = service.table(transport: faulty(faults, service))
        try await add(1, to: table)
        for _ in 0..<2 {
            await #expect { try await send(table) } throws: { ($0 as NSError).userInfo[NSUnderlyingErrorKey] is EditError }
        }
        // What is brought meanwhile is not here twice.
        table.featureRequestMode = .manualCache
        let brought: AGSFeatureQueryResult = try await answer {
            table.populateFromService(with: AGSQueryParameters(), clearCache: true, outFields: ["*"], completion: $0)
        }
        #expect(brought.featureEnumerator().allObjects.isEmpty && table.numberOfFeatures == 1)
        #expect(try await send(table).count == 1)
        #expect(table.numberOfFeatures == 1)
        #expect(try await service.rows().count == 1)
    }

    @Test func `a query that is not answered does not hold up the sending`() async throws {
        let service = try await SampleService(count: 1)
        let (isAsked, isAnswered) = (Gate(), Gate())
        let transport = service.holding("query", isAsked, until: isAnswered)
        let table = service.table(transport: transport)
        try await add(7, to: table)
        async let found = ranks(table)
        try await isAsked.pass()
        #expect(try await send(table).count == 1)
        isAnswered.open()
        // It was asked before, and is asked again: else what was sent would be here and there, or nowhere.
        #expect(try await found == [0, 7])
    }

    @Test func `a query is answered even if edits are sent again and again`() async throws {
        let service = try await SampleService()
        let answered = Gate()
        let transport = StubTransport { request in
            let response = try await service.server.send(request)
            if request.url.lastPathComponent == "query" { try await answered.pass() }
            return response
        }
        let table = service.table(transport: transport)
        try await add(0, to: table)
        async let found = ranks(table)
        for rank in 1...3 {
            await answered.waiting(for: 1)
            _ = try await send(table)
            try await add(rank, to: table)
            answered.openOnce()
        }
        await answered.waiting(for: 1)
        // What is sent now waits for the query.
        async let results = send(table)
        answered.open()
        #expect(try await found == [0, 1, 2, 3])
        #expect(try await results.count == 1)
    }

    @Test func `a feature is found by the id that it had before it was sent`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = table.createFeature(attributes: ["rank": 7], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        let parameters = AGSQueryParameters()
        parameters.objectIDs = [NSNumber(value: try #require(feature.attributes["OBJECTID"] as? Int))]
        for _ in 0..<2 {
            let result: AGSFeatureQueryResult = try await answer { table.queryFeatures(with: parameters, completion: $0) }
            #expect(result.featureEnumerator().allObjects.map { $0.attributes["rank"] as? Int } == [7])
            _ = try await send(table)
        }
    }

    @Test func `a feature can be edited before it is told that it was added`() async throws {
        let service = try await SampleService()
        let table = service.table()
        let (kept, deleted) = (
            table.createFeature(attributes: ["rank": 7], geometry: nil),
            table.createFeature(attributes: ["rank": 8], geometry: nil)
        )
        table.add(kept)
        table.add(deleted)
        kept.attributes["rank"] = 9
        table.update(kept)
        try await done { table.delete(deleted, completion: $0) }
        #expect(try await send(table).count == 1)
        #expect(try await service.rows().map { $0.attributes["rank"] } == [9])
    }

    @Test func `a geometry that is taken away is refused, be it one that was given just before`() async throws {
        let service = try await SampleService()
        let table = service.table()
        let feature = table.createFeature(attributes: ["rank": 7], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        feature.geometry = AGSPoint(x: 1, y: 2, spatialReference: .webMercator())
        table.update(feature)
        feature.geometry = nil
        await #expect(throws: NSError.self) { try await done { table.update(feature, completion: $0) } }
    }

    @Test func `attachments of a feature whose id could not be asked for wait until it is found`() async throws {
        let service = try await SampleService(hasGlobalIDs: true)
        let silent = silent(service)
        let isCut = Mutex(1)
        let transport = StubTransport { request in
            let isLost =
                request.url.lastPathComponent == "query"
                && isCut.withLock { left in
                    left -= 1
                    return left >= 0
                }
            if isLost { throw TransportError(.connectionLost, url: request.url) }
            return try await silent.send(request)
        }
        let table = service.table(transport: transport)
        try await addWithAttachment(to: table)
        #expect(try await send(table).map(\.completedWithErrors) == [true])
        #expect(table.hasLocalEdits())
        let results = try await send(table)
        #expect(results.map(\.objectID) == [1] && results[0].attachmentResults.count == 1 && !table.hasLocalEdits())
        let there = try await service.geodatabase.table(named: "Damage").queryAttachments(ofFeatures: [1])
        #expect(there[1]?.map(\.name) == ["a"])
    }

    @Test func `global ids of features that came without are asked for, so that all that is lost can be looked for`() async throws
    {
        let service = try await SampleService(count: 2, hasGlobalIDs: true)
        let table = service.table(transport: faulty(["applyEdits": [.after]], service))
        let found: AGSFeatureQueryResult = try await answer {
            table.queryFeatures(with: AGSQueryParameters(), queryFeatureFields: .idsOnly, completion: $0)
        }
        try await done { table.delete(found.featureEnumerator().allObjects[0], completion: $0) }
        try await add(7, to: table)
        #expect(try await send(table).count == 2)
        #expect(!table.hasLocalEdits())
        #expect(try await service.rows().map { $0.attributes["rank"]?.int } == [1, 7])
    }

    @Test func `edits are forgotten with the cache in their order`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = try await query(table)[0]
        for rank in 5..<10 {
            feature.attributes["rank"] = rank
            table.update(feature)
        }
        table.clearCache(withKeepLocalEdits: false)
        feature.attributes["rank"] = 10
        feature.attributes["primcause"] = "x"
        try await done { table.update(feature, completion: $0) }
        #expect(try await send(table).count == 1)
        let row = try await service.rows()[0]
        #expect(row.attributes["rank"] == 10 && row.attributes["primcause"] == "x")
        table.update(feature)
        try await done { table.update(feature, completion: $0) }
        table.clearCache(withKeepLocalEdits: false)
        #expect(!table.hasLocalEdits())
    }
}
