import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// How features are asked for.
@Suite(.timeLimit(.minutes(5)))
struct FeatureQueryTests {
    private static func isQuery(_ request: HTTPRequest) -> Bool { request.url.lastPathComponent == "query" }
    /// Whether features are asked for.
    private static func isPage(_ request: HTTPRequest) -> Bool { isQuery(request) && request.fields["returnCountOnly"] == nil }

    private static func ids(_ features: [Feature]) -> [Int] { features.compactMap { $0.attributes["OBJECTID"]?.int } }

    private static func table(_ transport: any HTTPTransport) -> ServiceFeatureTable {
        ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
    }

    /// A layer of which each query is answered as is told.
    private static func table(
        _ abilities: FeatureSite.Abilities = FeatureSite.Abilities(),
        answering: @escaping @Sendable ([String: String]) async throws -> HTTPResponse
    ) -> (ServiceFeatureTable, StubTransport) {
        let site = FeatureSite([], abilities)
        let transport = site.transport { request, honest in
            isQuery(request) ? try await answering(request.fields) : honest
        }
        return (table(transport), transport)
    }

    private static func page(_ ids: some Sequence<Int>, isCut: Bool = false) -> HTTPResponse {
        let features = ids.map { "{\"attributes\":{\"OBJECTID\":\($0)}}" }.joined(separator: ",")
        return .json("{\"features\":[\(features)]\(isCut ? ",\"exceededTransferLimit\":true" : "")}")
    }

    /// Behind which object id a page is to begin; -1 for the first.
    private static func last(_ fields: [String: String]) -> Int {
        fields["where"]?.firstMatch(of: /OBJECTID > (\d+)$/).flatMap { Int($0.1) } ?? -1
    }

    @Test func `what describes, counts or measures may take a fraction of what features may`() async throws {
        let transport = FeatureSite(FeatureSite.rows(3)).transport()
        let service = ServiceGeodatabase(url: FeatureSite.url, transport: transport)
        try await service.load()
        let table = service.tables[0]
        _ = try await (table.queryFeatureCount(), table.queryExtent())
        #expect(transport.requests.count >= 4 && transport.requests.allSatisfy { $0.maximumResponseSize == 16 << 20 })
        let before = transport.requests.count
        _ = try await table.queryFeatures().featureSet()
        #expect(transport.requests[before...].contains { $0.maximumResponseSize == 256 << 20 })
    }

    @Test func `the next page is fetched while the present one is used, and none beyond it`() async throws {
        let site = FeatureSite(FeatureSite.rows(60))
        let (arrivals, transport) = (Log<Int>(), site.transport())
        let watched = StubTransport { request in
            if Self.isQuery(request) { arrivals.append(0) }
            return try await transport.send(request)
        }
        let result = try await Self.table(watched).queryFeatures()
        #expect(watched.requests.count(where: Self.isQuery) == 1)
        var iterator = result.makeAsyncIterator()
        for page in 1...8 {
            let batch = try #require(try await iterator.nextBatch())
            #expect(batch.count == 7)
            var seen = 0
            for await _ in arrivals.entries {
                seen += 1
                if seen == page + 1 { break }
            }
            #expect(watched.requests.count(where: Self.isQuery) == page + 1)
        }
    }

    @Test func `who lets go of a result gives up the page that is being fetched`() async throws {
        let (gate, ended) = (Gate(), Level(false))
        let count = Mutex(0)
        let (table, _) = Self.table { _ in
            if count.withLock({ count in
                count += 1
                return count
            }) == 1 {
                return Self.page(0..<7, isCut: true)
            }
            defer { ended.send(true) }
            try await gate.pass()
            return Self.page([])
        }
        var result: FeatureQueryResult? = try await table.queryFeatures()
        var iterator = result?.makeAsyncIterator()
        #expect(try await iterator?.nextBatch()?.count == 7)
        await gate.waiting(for: 1)
        (iterator, result) = (nil, nil)
        for await isEnded in ended.values where isEnded { break }
    }

    @Test(arguments: 0..<6) func `a query can be cancelled whatever it waits for`(stop: Int) async throws {
        let (site, gate) = (FeatureSite(FeatureSite.rows(30)), Gate())
        let count = Mutex(0)
        let transport = site.transport { _, honest in
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            if number == stop { try await gate.pass() }
            return honest
        }
        let table = Self.table(transport)
        let task = Task { try await table.queryFeatures().featureSet().features.count }
        await gate.waiting(for: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // What was being fetched has been given up, and nothing more is asked for.
        #expect(transport.requests.count == stop + 1)
        #expect(try await table.queryFeatures().featureSet().features.count == 30)
    }

    @Test func `a page that is short is not the last if the server says that there is more`() async throws {
        let (table, transport) = Self.table { fields in
            let start = Self.last(fields) + 1
            return start < 9 ? Self.page(start..<start + 3, isCut: true) : Self.page(start..<start + 1)
        }
        let found = try await table.queryFeatures().featureSet().features
        #expect(Self.ids(found) == Array(0..<10))
        #expect(transport.requests.count(where: Self.isPage) == 4)
    }

    @Test func `a page that is full may be the last, and only the next can tell`() async throws {
        let (table, transport) = Self.table { fields in Self.last(fields) < 0 ? Self.page(0..<7) : Self.page([]) }
        #expect(try await table.queryFeatures().featureSet().features.count == 7)
        #expect(transport.requests.count(where: Self.isPage) == 2)
    }

    @Test(arguments: [true, false]) func `a server that gives the same page again is refused`(saysMore: Bool) async throws {
        let (table, transport) = Self.table { _ in Self.page(0..<7, isCut: saysMore) }
        let found = Mutex(0)
        let error = await #expect(throws: TransportError.self) {
            for try await _ in try await table.queryFeatures() { found.withLock { $0 += 1 } }
        }
        #expect("\(error!)".contains("came on a page before"))
        // Behind the last object id, and then by number.
        #expect(found.withLock(\.self) == 7 && transport.requests.count(where: Self.isQuery) == 3)
    }

    @Test func `a server that says that there is more, and gives nothing, is refused`() async throws {
        let (table, _) = Self.table { _ in Self.page([], isCut: true) }
        let error = await #expect(throws: TransportError.self) { try await table.queryFeatures() }
        #expect("\(error!)".contains("gives nothing"))
    }

    @Test(arguments: 1...7) func `a page with which a server fails is halved until it does not`(largest: Int) async throws {
        let site = FeatureSite(FeatureSite.rows(40))
        let failures = Mutex(0)
        let transport = site.transport { request, honest in
            guard Self.isQuery(request), Int(request.fields["resultRecordCount"] ?? "") ?? 0 > largest else { return honest }
            let number = failures.withLock { count in
                count += 1
                return count
            }
            if number % 2 == 0 { throw TransportError(.timedOut, url: request.url) }
            return .json(#"{"error":{"code":400,"message":"Failed to execute query.","details":[]}}"#)
        }
        let found = try await Self.table(transport).queryFeatures().featureSet().features
        #expect(Self.ids(found) == Array(1...40))
    }

    @Test func `a server that fails with a single feature fails the query`() async throws {
        let (table, transport) = Self.table { _ in .json(#"{"error":{"code":500,"message":"Failed to execute query."}}"#) }
        await #expect(throws: ServiceError.self) { try await table.queryFeatures() }
        // 7, 3, 1.
        #expect(transport.requests.count(where: Self.isQuery) == 3)
    }

    @Test(arguments: ["error", "json", "garbage", "cut", "doubled", "page"])
    func `a service that offers Protocol Buffers and does not give them is asked for JSON`(lie: String) async throws {
        var abilities = FeatureSite.Abilities()
        abilities.offersPBF = true
        let site = FeatureSite(FeatureSite.rows(20), abilities)
        let transport = site.transport { request, honest in
            guard Self.isQuery(request), request.fields["f"] == "pbf" else { return honest }
            switch lie {
            case "error": return .json(#"{"error":{"code":400,"message":"Invalid format."}}"#)
            case "json":
                var fields = request.fields
                fields["f"] = "json"
                let answer = site.query(fields)
                return HTTPResponse(body: answer.body)
            case "garbage": return HTTPResponse(body: Data([0x0A, 0x03, 0x31, 0x2E, 0x30, 0x12, 0xFF, 0x01, 0xFF]))
            case "doubled": return HTTPResponse(body: honest.body + honest.body)
            case "cut": return HTTPResponse(body: honest.body.dropLast(9))
            default: return HTTPResponse(body: Data("<html>Sign in</html>".utf8))
            }
        }
        let table = Self.table(transport)
        for _ in 0..<2 {
            #expect(try await table.queryFeatures().featureSet().features.map(\.rounded) == site.rows)
        }
        let formats = transport.requests.filter(Self.isPage).map { $0.fields["f"] }
        #expect(lie == "json" ? !formats.contains("json") : formats.count { $0 == "pbf" } == 1, "\(formats)")
    }

    @Test(
        arguments: [
            ("<!DOCTYPE html><title>Sign in</title>", nil), ("\u{FEFF} \n<html>Sign in</html>", nil),
            ("Sign in", "text/html; charset=utf-8"),
            ("<?xml version=\"1.0\"?><ServiceException/>", nil),
        ] as [(String, String?)], [false, true])
    func `a web page instead of features is told as one, and where it came from`(page: (String, String?), isPBF: Bool)
        async throws
    {
        var abilities = FeatureSite.Abilities()
        abilities.offersPBF = isPBF
        let site = FeatureSite(FeatureSite.rows(20), abilities)
        let pages = Atomic(0)
        let transport = site.transport { request, honest in
            guard Self.isPage(request), pages.add(1, ordering: .relaxed).newValue > 1 else { return honest }
            return HTTPResponse(headers: page.1.map { ["Content-Type": $0] } ?? [:], body: Data(page.0.utf8))
        }
        let error = await #expect(throws: TransportError.self) {
            _ = try await Self.table(transport).queryFeatures().featureSet()
        }
        let words = "\(error as Any)"
        #expect(words.contains("a web page came instead of features") && words.contains("/FeatureServer/0/query"), "\(words)")
        #expect(!words.contains("byte 0"))
    }

    @Test func `what does not fit into an address is sent by POST, and so is a token`() async throws {
        let site = FeatureSite(FeatureSite.rows(3))
        let transport = site.transport()
        let table = Self.table(transport)
        _ = try await table.queryFeatureCount()
        var parameters = QueryParameters(whereClause: "GlobalID IN (\(String(repeating: "'x',", count: 600))'y')")
        _ = try await table.queryFeatureCount(using: parameters)
        let queries = transport.requests.filter(Self.isQuery)
        #expect(queries.map(\.method) == [.get, .post] && queries[1].url.query() == nil)
        parameters.whereClause = ""
        let secret = ServiceFeatureTable(
            url: FeatureSite.layer, transport: transport, credential: APIKeyCredential("AAPKsecret-of-twenty-letters"))
        _ = try await secret.queryFeatureCount()
        #expect(transport.requests.allSatisfy { !$0.url.absoluteString.contains("AAPK") })
    }

    @Test(arguments: [
        (#"{"objectIdFieldName":"OBJECTID","objectIds":null}"#, true), (#"{"objectIdFieldName":"OBJECTID"}"#, true),
        (#"{"objectIdFieldName":"OBJECTID","features":[{"attributes":{"OBJECTID":1}}]}"#, false),
        (#"{"features":[]}"#, false), (#"{"objectIds":null,"features":[{"attributes":{"OBJECTID":1}}]}"#, false),
    ]) func `features in the place of object ids are not none`(answer: String, isNone: Bool) async throws {
        let (table, _) = Self.table { _ in .json(answer) }
        if isNone {
            #expect(try await table.queryObjectIDs() == [])
        } else {
            await #expect(throws: TransportError.self) { try await table.queryObjectIDs() }
        }
    }

    @Test func `object ids beyond what a Double keeps are exact`() async throws {
        let large: [Int] = [9_007_199_254_740_993, 9_223_372_036_854_775_807]
        let (table, transport) = Self.table { fields in
            fields["returnIdsOnly"] == nil ? Self.page(large) : .json("{\"objectIds\":\(large)}")
        }
        let found = try await table.queryFeatures(using: QueryParameters(objectIDs: large)).featureSet().features
        #expect(Self.ids(found) == large)
        #expect(try await table.queryObjectIDs() == large)
        #expect(transport.requests.contains { $0.fields["objectIds"] == "9007199254740993,9223372036854775807" })
    }

    @Test func `more object ids than fit into one request are asked for in several`() async throws {
        let site = FeatureSite(FeatureSite.rows(2500), FeatureSite.Abilities(maxRecordCount: 5000))
        let transport = site.transport()
        let ids = (1...2400).map { $0 }
        let table = Self.table(transport)
        let found = try await table.queryFeatures(using: QueryParameters(objectIDs: ids.shuffled())).featureSet().features
        #expect(Self.ids(found) == ids)
        #expect(try await table.queryFeatureCount(using: QueryParameters(objectIDs: ids + ids)) == 2400)
        #expect(transport.requests.count(where: Self.isQuery) == 6)
    }

    @Test func `the parts of a page that is large are given before the rest has come`() async throws {
        let site = FeatureSite([], FeatureSite.Abilities(maxRecordCount: 10_000))
        let gate = Gate()
        let row = "{\"attributes\":{\"OBJECTID\":%,\"NAME\":\"\(String(repeating: "x", count: 60_000))\"}}"
        let transport = StubTransport.streaming { request in
            guard Self.isQuery(request) else {
                return HTTPResponseStream(HTTPResponse(site.answer(to: ScriptedRequest(request))))
            }
            let place = Mutex(0)
            return HTTPResponseStream(
                body: HTTPResponseBody {
                    let number = place.withLock { place in
                        defer { place += 1 }
                        return place
                    }
                    if number == 100 { try await gate.pass() }
                    if number > 199 { return number == 200 ? Data("]}".utf8) : nil }
                    return Data((number == 0 ? "{\"features\":[" : ",").utf8) + Data(row.replacing("%", with: "\(number)").utf8)
                })
        }
        let result = try await Self.table(transport).queryFeatures()
        var iterator = result.makeAsyncIterator()
        let first = try #require(try await iterator.nextBatch())
        #expect(first.count > 60 && first.count < 80)
        gate.open()
        var count = first.count
        while let batch = try await iterator.nextBatch() { count += batch.count }
        #expect(count == 200)
    }

    @Test func `fields of joined tables are named as the service names them`() async throws {
        let metadata = """
            {"id":0,"type":"Table","fields":[{"name":"gis.TREES.fid","type":"esriFieldTypeOID"},{"name":"gis.TREES.H"}],
             "advancedQueryCapabilities":{"supportsPagination":true}}
            """
        let transport = StubTransport { request in Self.isQuery(request) ? .json("{\"features\":[]}") : .json(metadata) }
        var parameters = QueryParameters()
        (parameters.orderByFields, parameters.outFields) = ([OrderBy.Key("gis.TREES.H", isDescending: true)], ["gis.TREES.H"])
        _ = try await Self.table(transport).queryFeatures(using: parameters)
        let fields = transport.requests[1].fields
        #expect(fields["orderByFields"] == "gis.TREES.H DESC,gis.TREES.fid" && fields["outFields"] == "gis.TREES.H,gis.TREES.fid")
    }

    @Test func `what an old service would pass over is refused`() async throws {
        let transport = StubTransport { request in
            Self.isQuery(request)
                ? .json("{\"features\":[]}")
                : .json(#"{"id":0,"type":"Table","fields":[{"name":"FID","type":"esriFieldTypeOID"}]}"#)
        }
        let table = Self.table(transport)
        var (ordered, distinct) = (QueryParameters(), QueryParameters())
        ordered.orderByFields = [OrderBy.Key("H")]
        distinct.returnsDistinctValues = true
        for parameters in [ordered, distinct] {
            await #expect(throws: FeatureError.self) { try await table.queryFeatures(using: parameters) }
        }
        #expect(transport.requests.count == 1)
    }

    @Test func `parameters are written as services want them`() async throws {
        let site = FeatureSite(FeatureSite.rows(3))
        let transport = site.transport()
        var parameters = QueryParameters(whereClause: " ")
        parameters.timeExtent = TimeExtent(start: nil, end: Date(wholeMilliseconds: -5))
        parameters.geometry = .point(MapPoint(x: 1, y: 2, spatialReference: .webMercator))
        parameters.spatialRelationship = .within
        parameters.outSpatialReference = .wgs84
        (parameters.resultOffset, parameters.maxFeatures) = (.max, .max)
        #expect(try await Self.table(transport).queryFeatures(using: parameters).featureSet().features.isEmpty)
        let fields = transport.requests[1].fields
        #expect(
            fields["where"] == "1=1" && fields["time"] == "null,-5" && fields["inSR"] == "102100" && fields["outSR"] == "4326")
        #expect(fields["geometryType"] == "esriGeometryPoint" && fields["spatialRel"] == "esriSpatialRelWithin")
        #expect(fields["resultOffset"] == "\(Int.max / 2)" && fields["resultRecordCount"] == "7" && fields["f"] == "json")
        parameters.timeExtent = TimeExtent()
        _ = try await Self.table(transport).queryFeatureCount(using: parameters)
        #expect(transport.requests.last?.fields["time"] == nil)
    }

    @Test func `a field that is named many times is asked for once`() async throws {
        let transport = FeatureSite(FeatureSite.rows(3)).transport()
        var parameters = QueryParameters()
        parameters.outFields = Array(repeating: ["NAME", "name", "VALUE"], count: 2000).flatMap(\.self)
        let found = try await Self.table(transport).queryFeatures(using: parameters).featureSet().features
        #expect(transport.requests[1].fields["outFields"] == "NAME,VALUE,OBJECTID" && found.count == 3)
    }

    @Test func `an answer that is no JSON is told in one sentence`() async throws {
        let (table, _) = Self.table { _ in .json("{\"features\":[}") }
        let error = await #expect(throws: TransportError.self) { try await table.queryFeatures() }
        #expect("\(error!)".hasSuffix(".") && !"\(error!)".hasSuffix(".."), "\(error!)")
    }

    @Test func `an extent of the words NaN is none`() async throws {
        let (table, _) = Self.table { _ in .json(#"{"extent":{"xmin":"NaN","ymin":"NaN","xmax":"NaN","ymax":"NaN"}}"#) }
        #expect(try await table.queryExtent() == nil)
    }

    @Test func `statistics come by the names that were asked for`() async throws {
        let site = FeatureSite(FeatureSite.rows(50))
        let transport = site.transport { request, honest in
            guard request.fields["outStatistics"] != nil else { return honest }
            return .json(String(decoding: honest.body, as: UTF8.self).replacing("\"total\"", with: "\"TOTAL\""))
        }
        let query = StatisticsQuery(
            [Statistic(.sum, of: "VALUE", named: "total"), Statistic(.count, of: "VALUE")], groupBy: ["NAME"])
        let rows = try await Self.table(transport).queryStatistics(query)
        #expect(rows.map(\.names) == Array(repeating: ["NAME", "total", "count_VALUE"], count: 4))
        let sum = site.rows.compactMap { $0.attributes["VALUE"]?.double }.reduce(0, +)
        #expect(rows.compactMap { $0["total"]?.double }.reduce(0, +) == sum)
    }

    @Test func `the address of a service is not taken for that of a layer`() async throws {
        let table = ServiceFeatureTable(url: FeatureSite.url, transport: FeatureSite().transport())
        let error = await #expect(throws: FeatureError.self) { try await table.load() }
        #expect("\(error!)".contains("…/FeatureServer/0"))
    }

    @Test func `coordinates that mean something else than was asked for are projected, or refused`() async throws {
        let (table, _) = Self.table { fields in
            .json(
                #"{"spatialReference":{"wkid":\#(fields["where"] == "1=1" ? 4326 : 2056)},"features":[{"attributes":{"OBJECTID":1},"geometry":{"x":180,"y":0}}]}"#
            )
        }
        var parameters = QueryParameters()
        parameters.outSpatialReference = .webMercator
        let found = try await table.queryFeatures(using: parameters).featureSet().features
        let x = found[0].geometry?.positions[0].x ?? 0
        #expect(abs(x - 20_037_508.34) < 0.01)
        parameters.whereClause = "VALUE > 1"
        let other = parameters
        await #expect(throws: TransportError.self) { try await table.queryFeatures(using: other) }
    }
}

extension HTTPRequest {
    /// The parameters, wherever they stand.
    var fields: [String: String] { form.merging(FormEncoding.decode(url.query(percentEncoded: true) ?? "")) { $1 } }
}

extension HTTPResponse {
    init(_ answer: HonestAnswer) {
        self.init(status: answer.status, headers: answer.fields, body: answer.body)
    }
}
