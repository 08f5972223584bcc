import AGSCompat
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What a table of a service refuses before anything is sent.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LocalEditRefusalTests {
    private nonisolated static let metadata = """
        {"id":0,"name":"Trees","type":"Table","objectIdField":"OBJECTID","capabilities":"Query,Create,Update,Delete,Editing","fields":[
         {"name":"OBJECTID","type":"esriFieldTypeOID"},{"name":"KIND","type":"esriFieldTypeString","length":20},
         {"name":"TAG","type":"esriFieldTypeGUID"},{"name":"DAY","type":"esriFieldTypeDateOnly"}]}
        """

    private func trees() throws -> AGSServiceFeatureTable {
        let url = try #require(URL(string: "https://example.com/arcgis/rest/services/Trees/FeatureServer/0"))
        return AGSServiceFeatureTable(ServiceFeatureTable(url: url, transport: StubTransport { _ in .json(Self.metadata) }))
    }

    private func refusal(
        _ attributes: [String: Any], _ geometry: AGSGeometry? = nil, of given: AGSServiceFeatureTable? = nil
    ) async throws -> String {
        let service = try await SampleService(count: 1)
        let table = given ?? service.table()
        let feature = table.createFeature(attributes: attributes, geometry: geometry)
        let error = await #expect(throws: NSError.self) { try await done { table.add(feature, completion: $0) } }
        #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        #expect(!table.hasLocalEdits())
        return error?.localizedDescription ?? ""
    }

    @Test(arguments: [Double.nan, .infinity]) func `numbers and places that are none are refused`(number: Double) async throws {
        #expect(try await refusal(["rank": number]).contains("is beyond the numbers that it holds"))
        let far = AGSPoint(x: .infinity, y: 1, spatialReference: .webMercator())
        #expect(try await refusal(["rank": 1], far).contains("which is no place"))
    }

    @Test func `a feature of another object of the table is refused with its own named`() async throws {
        let (one, other) = (try trees(), try trees())
        try await done { one.load(completion: $0) }
        try await done { other.load(completion: $0) }
        let feature = one.createFeature(attributes: ["KIND": "oak"], geometry: nil)
        let error = await #expect(throws: NSError.self) { try await done { other.add(feature, completion: $0) } }
        #expect(error?.localizedDescription.contains("another object of the table Trees. Give it to the one") == true)
        try await done { one.add(feature, completion: $0) }
        #expect(one.hasLocalEdits() && !other.hasLocalEdits())
    }

    @Test func `a number is no text, and not every text is a UUID`() async throws {
        let bad: [([String: Any], String)] = [
            (["KIND": 5], "\"5\" is of another type"), (["KIND": 2.5], "\"2.5\" is of another type"),
            (["DAY": 20], "\"20\" is of another type"), (["TAG": 5], "\"5\" is of another type"),
            (["TAG": "not a uuid\u{1B}"], "\"not a uuid\\u{1B}\" is no UUID"),
        ]
        for (attributes, reason) in bad {
            let words = try await refusal(attributes, of: try trees())
            #expect(words.hasSuffix("does not take the value: \(reason)."), "\(words)")
        }
        let table = try trees()
        for tag in [UUID(), UUID().uuidString, "{\(UUID().uuidString)}", NSNull()] as [Any] {
            let feature = table.createFeature(attributes: ["KIND": "5", "TAG": tag, "DAY": "2024-12-31"], geometry: nil)
            try await done { table.add(feature, completion: $0) }
        }
        #expect(table.hasLocalEdits())
    }

    private func table(withFields fields: String) throws -> AGSServiceFeatureTable {
        let url = try #require(URL(string: "https://example.com/arcgis/rest/services/Trees/FeatureServer/0"))
        let metadata = Self.metadata.replacing("{\"name\":\"KIND\"", with: "\(fields){\"name\":\"KIND\"")
        return AGSServiceFeatureTable(ServiceFeatureTable(url: url, transport: StubTransport { _ in .json(metadata) }))
    }

    @Test func `a table of a service is not said to be a GeoPackage`() async throws {
        let dates = try table(withFields: #"{"name":"SEEN","type":"esriFieldTypeDate"},"#)
        let early = try await refusal(["SEEN": Date(timeIntervalSince1970: -1e12)], of: dates)
        #expect(early.contains("only dates of the years 1 to 9999 are kept"), "\(early)")
        let fields = (0..<2000).map { #"{"name":"F\#($0)","type":"esriFieldTypeInteger"},"# }.joined()
        let wide = try await refusal(["KIND": "oak"], of: try table(withFields: fields))
        #expect(wide.contains("the service's table Trees cannot be kept here") && wide.contains("no more than 1999"), "\(wide)")
        #expect(!(early + wide).contains("GeoPackage"))
    }

    @Test func `an empty point is no geometry, and is kept`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let nowhere = AGSPoint(x: .nan, y: .nan, spatialReference: .webMercator())
        let feature = table.createFeature(attributes: ["rank": 1], geometry: nowhere)
        try await done { table.add(feature, completion: $0) }
        #expect(table.hasLocalEdits())
    }
}
