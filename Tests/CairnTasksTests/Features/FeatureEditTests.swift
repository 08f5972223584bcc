import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Edits, and what becomes of them if their answer is lost.
@Suite(.timeLimit(.minutes(5)))
struct FeatureEditTests {
    private static func table(_ site: FeatureSite, spoil: @escaping @Sendable (HTTPResponse) throws -> HTTPResponse = { $0 })
        -> ServiceFeatureTable
    {
        let transport = site.transport { request, honest in
            request.url.lastPathComponent == "applyEdits" ? try spoil(honest) : honest
        }
        return ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
    }

    private static func feature(_ name: String, id: Int? = nil, globalID: UUID? = nil) -> Feature {
        var feature = Feature(
            attributes: ["NAME": .string(name)], geometry: .point(MapPoint(x: 1, y: 2, spatialReference: .wgs84)))
        if let id { feature.attributes["OBJECTID"] = .integer(id) }
        if let globalID { feature.attributes["GlobalID"] = .string(globalID.uuidString) }
        return feature
    }

    /// Ways of losing an answer after the edits have been carried out.
    enum Loss: CaseIterable, Sendable {
        case connection, badGateway, gatewayInEnvelope, cut, fewerResults, moreResults, notJSON, empty

        func spoil(_ honest: HTTPResponse) throws -> HTTPResponse {
            var answer = honest
            let text = String(decoding: honest.body, as: UTF8.self)
            switch self {
            case .connection: throw TransportError(.connectionLost, url: FeatureSite.layer)
            case .badGateway: return HTTPResponse(status: 502, body: Data("<html>Bad gateway</html>".utf8))
            case .gatewayInEnvelope: return .json(#"{"error":{"code":504,"message":"Gateway"}}"#)
            case .cut: answer.body = honest.body.dropLast(9)
            case .fewerResults: answer.body = Data(text.replacing("\"addResults\":[", with: "\"addResults\":[],\"other\":[").utf8)
            case .moreResults:
                answer.body = Data(text.replacing("\"addResults\":[", with: "\"addResults\":[{\"success\":true},").utf8)
            case .notJSON: answer.body = Data("done".utf8)
            case .empty: answer.body = Data("{}".utf8)
            }
            return answer
        }
    }

    @Test func `each edit has its own result, in the order of the edits`() async throws {
        let site = FeatureSite(FeatureSite.rows(5))
        var edits = FeatureEdits(rollsBackOnFailure: false)
        edits.adds = [Self.feature("A", id: 3), Self.feature(String(repeating: "x", count: 41)), Self.feature("B")]
        edits.updates = [Self.feature("C", id: 2), Self.feature("D", id: 99)]
        edits.deletedObjectIDs = [5, 77]
        let results = try await Self.table(site).applyEdits(edits)
        #expect(results.adds.map(\.objectID) == [6, nil, 7])
        #expect(results.adds.map(\.isSuccess) == [true, false, true])
        #expect(results.updates.map(\.isSuccess) == [true, false] && results.deletes.map(\.isSuccess) == [true, false])
        #expect(results.firstError?.description == "NAME is too long." && results.firstError?.code == 1000)
        #expect(site.rows.compactMap { $0.attributes["OBJECTID"]?.int } == [1, 2, 3, 4, 6, 7])
        #expect(site.rows[1].attributes["NAME"] == "C")
    }

    @Test func `edits are taken back together unless that is not wanted`() async throws {
        let site = FeatureSite(FeatureSite.rows(2))
        let edits = FeatureEdits(adds: [Self.feature("A")], deletedObjectIDs: [77])
        let results = try await Self.table(site).applyEdits(edits)
        #expect(results.all.allSatisfy { !$0.isSuccess } && site.rows.count == 2)
    }

    @Test func `nothing is sent if there is nothing to do`() async throws {
        let transport = FeatureSite().transport()
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        #expect(try await table.applyEdits(FeatureEdits()) == FeatureEditResults())
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: Loss.allCases) func `edits whose answer is lost are looked for by their global ids`(loss: Loss) async throws
    {
        let site = FeatureSite(FeatureSite.rows(6))
        let known = site.rows.map { UUID(uuidString: $0.attributes["GlobalID"]?.string ?? "") }
        var edits = FeatureEdits(usesGlobalIDs: true)
        edits.adds = [Self.feature("A", globalID: UUID()), Self.feature("B", globalID: UUID())]
        edits.updates = [Self.feature("C", globalID: known[0])]
        edits.deletedGlobalIDs = ["{\(known[1]?.uuidString.lowercased() ?? "")}"]
        let results = try await Self.table(site, spoil: loss.spoil).applyEdits(edits)
        #expect(results.firstError == nil)
        #expect(results.adds.map(\.objectID) == [7, 8] && results.updates.map(\.objectID) == [1])
        #expect(site.mostRepeated == 1 && site.rows.count == 7)
    }

    @Test(arguments: Loss.allCases) func `without global ids nobody knows what became of them`(loss: Loss) async throws {
        let site = FeatureSite(FeatureSite.rows(1))
        let error = await #expect(throws: EditError.self) {
            try await Self.table(site, spoil: loss.spoil).applyEdits(FeatureEdits(adds: [Self.feature("A")]))
        }
        #expect("\(error!)".contains("Ask for the features before you send the same again"))
        #expect(site.mostRepeated == 1 && site.rows.count == 2)
    }

    /// Only an answer, however garbled, tells that the service has ended what it did.
    @Test(arguments: [TransportError.Reason.timedOut, .connectionLost, .garbled("x"), .notUnderstood("x")])
    func `what was not carried out is found not to have been, unless it may be yet`(reason: TransportError.Reason) async throws {
        let site = FeatureSite(FeatureSite.rows(1))
        let transport = site.transport()
        let lossy = StubTransport { request in
            if request.url.lastPathComponent != "applyEdits" { return try await transport.send(request) }
            throw TransportError(reason, url: request.url)
        }
        let edits = FeatureEdits(adds: [Self.feature("A", globalID: UUID())], usesGlobalIDs: true)
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: lossy)
        if [.timedOut, .connectionLost].contains(reason) {
            await #expect(throws: EditError.self) { try await table.applyEdits(edits) }
        } else {
            #expect(try await table.applyEdits(edits).adds.map(\.isSuccess) == [false])
        }
        #expect(lossy.requests.count { $0.url.lastPathComponent == "applyEdits" } == 1)
    }

    @Test(arguments: [400, 403, 500]) func `what the service refuses is thrown as it says it`(code: Int) async throws {
        let site = FeatureSite()
        let table = Self.table(site) { _ in .json("{\"error\":{\"code\":\(code),\"message\":\"No.\"}}") }
        let error = await #expect(throws: ServiceError.self) { try await table.applyEdits(FeatureEdits(deletedObjectIDs: [1])) }
        #expect(error?.code == code)
    }

    @Test func `what never reached the service is thrown as such`() async throws {
        let table = Self.table(FeatureSite()) { _ in throw TransportError(.refused, url: FeatureSite.layer) }
        await #expect(throws: TransportError(.refused, url: FeatureSite.layer)) {
            try await table.applyEdits(FeatureEdits(deletedObjectIDs: [1]))
        }
    }

    @Test func `global ids are refused where features would be given others`() async throws {
        let old = #"{"id":0,"type":"Table","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}]}"#
        let off = #"{"id":0,"type":"Table","fields":[],"globalIdField":"GlobalID","supportsApplyEditsWithGlobalIds":false}"#
        for metadata in [old, off] {
            let transport = StubTransport { _ in .json(metadata) }
            let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
            await #expect(throws: FeatureError.self) {
                try await table.applyEdits(FeatureEdits(deletedGlobalIDs: ["x"], usesGlobalIDs: true))
            }
            #expect(transport.requests.count == 1)
        }
    }

    @Test func `many edits are sent from a file, in one request, and the file is removed`() async throws {
        let site = FeatureSite()
        let transport = site.transport()
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        let adds = (0..<2000).map { Self.feature("Ö & = \($0) [\"]") }
        let results = try await table.applyEdits(FeatureEdits(adds: adds))
        #expect(results.adds.count == 2000 && results.firstError == nil)
        #expect(site.rows.map { $0.attributes["NAME"] } == adds.map { $0.attributes["NAME"] })
        let requests = transport.requests.filter { $0.url.lastPathComponent == "applyEdits" }
        #expect(requests.count == 1 && requests.allSatisfy { !$0.isRepeatable })
        let files = requests.flatMap { $0.body?.pieces ?? [] }.compactMap { piece in
            if case .file(let url) = piece { url } else { nil }
        }
        #expect(files.count == 1 && !FileManager.default.fileExists(atPath: files[0].path))
    }

    @Test func `a refused token is renewed, and the edits are sent once more`() async throws {
        let site = FeatureSite(FeatureSite.rows(1))
        let refusals = Mutex(1)
        let transport = site.transport()
        let strict = StubTransport { request in
            let isRefused =
                request.url.lastPathComponent == "applyEdits"
                && refusals.withLock { count in
                    count -= 1
                    return count == 0
                }
            return isRefused ? .json(#"{"error":{"code":498,"message":"Invalid Token"}}"#) : try await transport.send(request)
        }
        struct Badge: Credential {
            @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
                AccessToken(rejected == nil ? "the-first-of-two-tokens" : "the-second-of-two-tokens")
            }
        }
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: strict, credential: Badge())
        #expect(try await table.applyEdits(FeatureEdits(deletedObjectIDs: [1])).deletes.map(\.isSuccess) == [true])
    }

    @Test func `a cancelled edit is not asked after`() async throws {
        let (site, gate) = (FeatureSite(), Gate())
        let transport = site.transport { request, honest in
            if request.url.lastPathComponent == "applyEdits" { try await gate.pass() }
            return honest
        }
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        let edits = FeatureEdits(adds: [Self.feature("A", globalID: UUID())], usesGlobalIDs: true)
        let task = Task { try await table.applyEdits(edits) }
        await gate.waiting(for: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(transport.requests.count == 2)
    }
}
