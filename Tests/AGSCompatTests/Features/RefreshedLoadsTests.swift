import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import AGSCompat

/// Features of which a part was brought, loaded and refreshed beside each other.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct RefreshedLoadsTests {
    /// Holds back the next answer to a query, as it was when it was asked; or gives an error for it, and for all later ones.
    private final class HeldQuery: Sendable {
        private enum Turn { case usual, held, failing }

        private let next = Mutex(Turn.usual)
        private let fails: Bool
        let (hasArrived, mayAnswer) = (Gate(), Gate())

        init(fails: Bool) { self.fails = fails }

        func holdNext() { next.withLock { $0 = .held } }

        func transport(_ service: SampleService) -> StubTransport {
            StubTransport { [self] request in
                let response = try await service.server.send(request)
                guard request.url.lastPathComponent == "query" else { return response }
                switch takeTurn() {
                case .usual: return response
                case .failing: break
                case .held:
                    hasArrived.open()
                    try await mayAnswer.pass()
                    if !fails { return response }
                    next.withLock { $0 = .failing }
                }
                return .json(#"{"error":{"code":400,"message":"Not today.","details":[]}}"#)
            }
        }

        private func takeTurn() -> Turn {
            next.withLock { turn in
                defer { if turn == .held { turn = .usual } }
                return turn
            }
        }
    }

    /// A call that has been made, and may end later.
    private final class Call {
        private let hasEnded = Gate()
        private var error: (any Error)?

        init(_ call: (@escaping ((any Error)?) -> Void) -> Void) {
            call { [self] in
                error = $0
                hasEnded.open()
            }
        }

        func end() async throws {
            try await hasEnded.pass()
            if let error { throw error }
        }
    }

    /// A table with its features, of which the ranks were brought.
    private func brought(
        _ service: SampleService, _ transport: (any HTTPTransport)? = nil
    ) async throws -> (AGSServiceFeatureTable, [AGSArcGISFeature]) {
        let table = service.table(transport: transport)
        table.featureRequestMode = .manualCache
        let _: AGSFeatureQueryResult = try await answer {
            table.populateFromService(with: AGSQueryParameters(), clearCache: true, outFields: ["rank"], completion: $0)
        }
        return (table, try await query(table))
    }

    /// Somebody else changes the first feature.
    private func changeFirst(_ service: SampleService) async throws {
        let change = Feature(attributes: ["OBJECTID": 1, "rank": 500, "typdamage": "NEW"])
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(updates: [change]))
    }

    private func shown(_ feature: AGSArcGISFeature) -> String {
        "\(feature.attributes["rank"] ?? "none") \(feature.attributes["typdamage"] ?? "none")"
    }

    @Test(arguments: [true, false])
    func `a refresh counts above what was loaded before, be that read or not`(isRead: Bool) async throws {
        let service = try await SampleService(count: 2)
        let (table, features) = try await brought(service)
        try await done { features[0].load(completion: $0) }
        if isRead { #expect(shown(features[0]) == "0 Minor") }
        try await changeFirst(service)
        try await done { table.loadOrRefreshFeatures(features, completion: $0) }
        #expect(shown(features[0]) == "500 NEW")
    }

    @Test(arguments: [true, false])
    func `what another object was given counts above what was loaded before, be that read or not`(isRead: Bool) async throws {
        let service = try await SampleService(count: 2)
        let (table, features) = try await brought(service)
        try await done { features[0].load(completion: $0) }
        if isRead { #expect(shown(features[0]) == "0 Minor") }
        let other = try await query(table)[0]
        other.attributes["rank"] = 42
        try await done { table.update(other, completion: $0) }
        #expect(features[0].refresh() && shown(features[0]) == "42 Minor")
    }

    @Test(arguments: [false, true])
    func `a load that was asked before a refresh, and ends behind it, changes and fails nothing`(fails: Bool) async throws {
        let service = try await SampleService(count: 2)
        let held = HeldQuery(fails: fails)
        let (table, features) = try await brought(service, held.transport(service))
        held.holdNext()
        let load = Call { features[0].load(completion: $0) }
        try await held.hasArrived.pass()
        try await changeFirst(service)
        try await done { table.loadOrRefreshFeatures([features[0]], completion: $0) }
        #expect(shown(features[0]) == "500 NEW")
        held.mayAnswer.open()
        try await load.end()
        #expect(shown(features[0]) == "500 NEW" && features[0].loadStatus == .loaded)
    }

    @Test func `a load that was asked behind a refresh counts above it`() async throws {
        let service = try await SampleService(count: 2)
        let held = HeldQuery(fails: false)
        let (table, features) = try await brought(service, held.transport(service))
        held.holdNext()
        let refresh = Call { table.loadOrRefreshFeatures([features[0]], completion: $0) }
        try await held.hasArrived.pass()
        try await changeFirst(service)
        try await done { features[0].load(completion: $0) }
        #expect(shown(features[0]) == "500 NEW")
        held.mayAnswer.open()
        try await refresh.end()
        #expect(shown(features[0]) == "500 NEW")
    }

    @Test func `a load does not bring back a feature that a refresh has found gone, which can only be added`() async throws {
        let service = try await SampleService(count: 2)
        let held = HeldQuery(fails: false)
        let (table, features) = try await brought(service, held.transport(service))
        let feature = features[0]
        held.holdNext()
        let load = Call { feature.load(completion: $0) }
        try await held.hasArrived.pass()
        #expect(table.canUpdate(feature) && table.canDelete(feature) && feature.canEditAttachments)
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(deletedObjectIDs: [1]))
        try await done { table.loadOrRefreshFeatures([feature], completion: $0) }
        held.mayAnswer.open()
        try await load.end()
        #expect(feature.attributes["OBJECTID"] as? Int == -1 && !feature.refresh())
        #expect(!table.canUpdate(feature) && !table.canDelete(feature) && !feature.canEditAttachments)
        await #expect(throws: NSError.self) { try await done { table.delete(feature, completion: $0) } }
        try await done { table.add(feature, completion: $0) }
        #expect(table.canUpdate(feature) && table.canDelete(feature) && feature.canEditAttachments)
    }

    @Test func `an update that was asked before a load has ended is not undone by that`() async throws {
        let service = try await SampleService(count: 2)
        let (table, features) = try await brought(service)
        features[0].attributes["rank"] = 42
        let turn = table.edited.order.turn()
        let update = Call { table.update(features[0], completion: $0) }
        try await done { features[0].load(completion: $0) }
        turn.end()
        try await update.end()
        #expect(shown(features[0]) == "42 Minor")
    }

    @Test func `what was refreshed is loaded, and is here whole`() async throws {
        let service = try await SampleService(count: 3)
        let (table, features) = try await brought(service)
        try await done { table.loadOrRefreshFeatures(Array(features.prefix(2)), completion: $0) }
        #expect(features.map(\.loadStatus) == [.loaded, .loaded, .notLoaded])
        #expect(features.map { shown($0) } == ["0 Minor", "1 Major", "2 none"])
        let count = service.server.requestCount
        try await done { features[0].load(completion: $0) }
        let again = try await query(table)
        #expect(again.map(\.loadStatus) == [.loaded, .loaded, .notLoaded])
        #expect(again.map { shown($0) } == ["0 Minor", "1 Major", "2 none"])
        #expect(service.server.requestCount == count)
        await #expect {
            _ = try await query(table, "typdamage = 'Major'")
        } throws: {
            ($0 as NSError).localizedDescription.contains("1 features")
        }
        try await done { features[2].load(completion: $0) }
        #expect(try await query(table, "typdamage = 'Major'").map { shown($0) } == ["1 Major"])
    }

    @Test func `nothing is brought here by a refresh of what was not, nor by one that fails`() async throws {
        let service = try await SampleService(count: 2)
        let (table, features) = try await brought(service)
        service.server.faults.inject(.serviceError(code: 400, message: "Not today."), into: "query", times: 1_000)
        await #expect(throws: NSError.self) { try await done { table.loadOrRefreshFeatures(features, completion: $0) } }
        #expect(features.map(\.loadStatus) == [.notLoaded, .notLoaded] && features.map { shown($0) } == ["0 none", "1 none"])
        service.server.faults.clear()
        let parameters = AGSQueryParameters()
        parameters.whereClause = "rank = 1"
        let _: AGSFeatureQueryResult = try await answer {
            table.populateFromService(with: parameters, clearCache: true, outFields: ["rank"], completion: $0)
        }
        try await done { table.loadOrRefreshFeatures(features, completion: $0) }
        #expect(features.map(\.loadStatus) == [.loaded, .loaded] && table.numberOfFeatures == 1)
    }

    /// What is here, as object ids and ranks.
    private func ranks(_ table: AGSServiceFeatureTable) async throws -> [String] {
        try await query(table).map { "\($0.attributes["OBJECTID"] ?? "none"):\($0.attributes["rank"] ?? "none")" }
    }

    private func populate(_ table: AGSServiceFeatureTable, _ condition: String = "", clearing: Bool) -> Call {
        let parameters = AGSQueryParameters()
        parameters.whereClause = condition
        return Call { done in
            table.populateFromService(with: parameters, clearCache: clearing, outFields: ["*"]) { done($1) }
        }
    }

    @Test func `features that were refreshed go with all others when an answer comes that was asked for before`() async throws {
        let service = try await SampleService(count: 4)
        let held = HeldQuery(fails: false)
        let (table, features) = try await brought(service, held.transport(service))
        held.holdNext()
        let populating = populate(table, "rank >= 2", clearing: true)
        try await held.hasArrived.pass()
        try await done { table.loadOrRefreshFeatures([features[0]], completion: $0) }
        held.mayAnswer.open()
        try await populating.end()
        #expect(try await ranks(table) == ["3:2", "4:3"])
    }

    @Test func `a feature that a refresh has found gone is not brought by what was asked for before`() async throws {
        let service = try await SampleService(count: 3)
        let held = HeldQuery(fails: false)
        let (table, features) = try await brought(service, held.transport(service))
        held.holdNext()
        let populating = populate(table, clearing: false)
        try await held.hasArrived.pass()
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(deletedObjectIDs: [2]))
        try await done { table.loadOrRefreshFeatures(features, completion: $0) }
        held.mayAnswer.open()
        try await populating.end()
        #expect(try await ranks(table) == ["1:0", "3:2"] && table.numberOfFeatures == 2)
    }

    @Test(arguments: [true, false])
    func `what is asked again, for edits were sent meanwhile, counts from then on`(isPopulating: Bool) async throws {
        let service = try await SampleService(count: 2)
        let held = HeldQuery(fails: false)
        let (table, features) = try await brought(service, held.transport(service))
        held.holdNext()
        let first = isPopulating ? populate(table, clearing: true) : Call { features[0].load(completion: $0) }
        try await held.hasArrived.pass()
        try await done { table.loadOrRefreshFeatures([features[0]], completion: $0) }
        try await changeFirst(service)
        features[1].attributes["rank"] = 42
        try await done { table.update(features[1], completion: $0) }
        let _: [AGSFeatureEditResult] = try await answer { table.applyEdits(completion: $0) }
        held.mayAnswer.open()
        try await first.end()
        #expect(try await ranks(table).first == "1:500")
        if !isPopulating { #expect(shown(features[0]) == "500 NEW") }
    }
}
