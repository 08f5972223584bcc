import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PortalQueryTests {
    @Test func `questions say what they are made of, whatever is in it`() {
        typealias Query = PortalQueryParameters
        #expect(Query.items(ofType: .featureService).query == #"type:"Feature Service""#)
        #expect(Query.items(ofType: .webMap).query == #"type:"Web Map" AND -type:"Web Mapping Application""#)
        #expect(
            Query.items(ofTypes: [.csv, .kml], owner: "ann", searchText: " trees OR parks ").query
                == #"(type:"CSV" OR type:"KML") AND owner:"ann" AND (trees OR parks)"#)
        #expect(Query.items(ofTypes: [], searchText: "trees").query == "trees")
        #expect(Query.items(inGroup: "g1", ofType: .csv).query == #"group:"g1" AND type:"CSV""#)
        #expect(Query.items(withIDs: ["a", "b"]).query == #"id:"a" OR id:"b""#)
        #expect(Query.groups(owner: "a\"b\\", title: nil).query == #"owner:"a\"b\\""#)
        #expect(Query.groups().query == "" && Query.items(ofType: .csv, searchText: "  ").query == #"type:"CSV""#)
    }

    @Test func `a question is sent as it is, and a rectangle in degrees`() async throws {
        let stub = StubbedPortal(["search": #"{"results":[]}"#])
        var parameters = PortalQueryParameters(query: "a b&c=d", limit: 1000, startIndex: -5, sortField: "title")
        parameters.sortOrder = .descending
        parameters.boundingBox = try Envelope(xMin: 9, yMin: 47, xMax: 10, yMax: 48, spatialReference: .wgs84)
            .projected(to: .webMercator)
        var plain = parameters
        plain.boundingBox = nil
        #expect(try JSONValue(encoding: plain).decode(PortalQueryParameters.self) == plain)
        let found = try await stub.portal.findItems(using: parameters)
        #expect(found.results.isEmpty && found.nextQueryParameters == nil && found.totalResults == 0)
        let request = try #require(stub.transport.requests.first)
        let sent = FormEncoding.decode(request.url.query(percentEncoded: true) ?? "")
        #expect(sent["q"] == "a b&c=d" && sent["num"] == "100" && sent["start"] == "1")
        #expect(sent["sortField"] == "title" && sent["sortOrder"] == "desc")
        let box = try #require(sent["bbox"]).split(separator: ",").compactMap { Double($0) }
        #expect(zip(box, [9, 47, 10, 48]).allSatisfy { abs($0 - $1) < 1e-6 } && box.count == 4)
    }

    /// All pages, as a caller walks them; nil if there is no end.
    private func walked(_ portal: Portal, limit: Int) async throws -> [String]? {
        var (ids, pages) = ([String](), 0)
        var next: PortalQueryParameters? = PortalQueryParameters(query: "x", limit: limit)
        while let parameters = next {
            pages += 1
            guard pages < 1000 else { return nil }
            let page = try await portal.findItems(using: parameters)
            ids += page.results.map(\.id)
            next = page.nextQueryParameters
        }
        return ids
    }

    @Test func `every result comes once, whatever the sizes of pages`() async throws {
        var random = SeededGenerator(seed: 16)
        for _ in 0..<60 {
            let (count, cap) = (Int.random(in: 0...130, using: &random), Int.random(in: 1...120, using: &random))
            let omitsNext = Bool.random(using: &random)
            let stub = StubbedPortal { _, fields in
                let (start, asked) = (Int(fields["start"] ?? "") ?? 1, Int(fields["num"] ?? "") ?? 10)
                let end = min(count, start + min(cap, asked) - 1)
                let results = end < start ? [] : (start...end).map { "{\"id\":\"i\($0)\"}" }
                let next = end < count ? "\(end + 1)" : omitsNext ? "null" : "-1"
                return "{\"total\":\(count),\"nextStart\":\(next),\"results\":[\(results.joined(separator: ","))]}"
            }
            let ids = try await walked(stub.portal, limit: Int.random(in: 1...120, using: &random))
            #expect(ids == (0..<count).map { "i\($0 + 1)" }, "\(count) by \(cap)")
        }
    }

    @Test(arguments: [
        "1", "0", "-1", "-7", "null", "\"x\"", "1e300", "1.5", "true", "{}", "18446744073709551616", "\"2\"", "3", "4", "5",
    ])
    func `a portal that says again and again where to go on, or where nothing is, comes to an end`(next: String) async throws {
        let stub = StubbedPortal { _, _ in "{\"total\":3,\"nextStart\":\(next),\"results\":[{\"id\":\"a\"}]}" }
        let ids = try await walked(stub.portal, limit: 1)
        #expect(ids?.count == (["\"2\"", "3"].contains(next) ? 2 : 1))
        let empty = StubbedPortal { _, _ in "{\"nextStart\":\(next),\"results\":[]}" }
        #expect(try await walked(empty.portal, limit: 1)?.isEmpty == true)
    }

    @Test func `groups are found likewise`() async throws {
        let stub = StubbedPortal([
            "community/groups": #"{"total":"2","nextStart":2,"results":[{"id":"g1","title":"Trees","isInvitationOnly":1}]}"#
        ])
        let found = try await stub.portal.findGroups(using: .groups(owner: "ann", title: "Trees"))
        #expect(found.results.map(\.title) == ["Trees"] && found.results[0].isInvitationOnly)
        #expect(found.totalResults == 2 && found.nextQueryParameters?.startIndex == 2)
    }

    @Test func `basemaps are the items of the group that the portal names`() async throws {
        let stub = StubbedPortal { path, fields in
            switch path {
            case "portals/self":
                #"{"id":"O1","basemapGalleryGroupQuery":"id:raster","vectorBasemapGalleryGroupQuery":"id:vector","useVectorBasemaps":true}"#
            case "community/groups": "{\"results\":[{\"id\":\"\(fields["q"] ?? "")\"}]}"
            case "search": fields["q"] == #"group:"id:vector""# ? #"{"results":[{"id":"b1"}]}"# : #"{"results":[]}"#
            default: nil
            }
        }
        #expect(try await stub.portal.basemapItems().map(\.id) == ["b1"])
        #expect(try await stub.portal.items(ofGroup: " ").isEmpty)
        #expect(try await StubbedPortal([:]).portal.basemapItems().isEmpty)
    }
}
