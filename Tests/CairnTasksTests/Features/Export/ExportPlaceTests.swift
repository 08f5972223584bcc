import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Coordinates in what is exported.
@Suite(.timeLimit(.minutes(5)))
struct ExportPlaceTests {
    private let folder: ExportFolder

    init() throws { folder = try ExportFolder() }

    private func export(
        _ definition: FeatureTableDefinition, _ places: [MapPoint?], _ format: FeatureExportWork.Format
    ) async throws -> FeatureExportWork {
        let geodatabase = try await Geodatabase.create(at: folder.url.appending(path: "\(UUID()).gpkg"))
        try await geodatabase.transaction { editor in
            try editor.createTable(definition)
            try editor.add(places.map { Feature(attributes: ["NAME": "a"], geometry: $0.map(Geometry.point)) }, to: "Things")
        }
        let table = try geodatabase.table(named: "Things")
        var work = try folder.work(format)
        work.source = .geodatabase(folder.url, table: nil)
        #expect(try await Job(work, services: FeatureServices { _ in table }).run().features == places.count)
        return work
    }

    @Test(arguments: [(true, false), (false, true), (true, true), (false, false)])
    func `CSV has the heights and measures of points where the table has such`(hasZ: Bool, hasM: Bool) async throws {
        let definition = FeatureTableDefinition(
            "Things", fields: [Field("NAME"), Field("Z")], geometryType: .point, spatialReference: .wgs84, hasZ: hasZ, hasM: hasM)
        let place = MapPoint(x: 1, y: 2, z: hasZ ? 3.5 : nil, m: hasM ? 4.25 : nil, spatialReference: .wgs84)
        let text = try folder.text(await export(definition, [place, nil], .csv))
        let (heads, values) = ((hasZ ? ",Z" : "") + (hasM ? ",M" : ""), (hasZ ? ",3.5" : "") + (hasM ? ",4.25" : ""))
        let empty = (hasZ ? "," : "") + (hasM ? "," : "")
        #expect(text == "OBJECTID,NAME,\(hasZ ? "_" : "")Z,X,Y\(heads)\n1,a,,1.0,2.0\(values)\n2,a,,,\(empty)\n", "\(text)")
    }

    @Test func `a table without a spatial reference is no GeoJSON, and is a GeoPackage and CSV`() async throws {
        let definition = FeatureTableDefinition("Things", fields: [Field("NAME")], geometryType: .point)
        let error = await #expect(throws: (any Error).self) {
            try await export(definition, [nil, MapPoint(x: 700_000, y: 2)], .geoJSON)
        }
        let words = "\(try #require(error))"
        #expect(words.contains("Things has no spatial reference") && words.contains("wkid 4326"), "\(words)")
        _ = try await export(definition, [MapPoint(x: 700_000, y: 2)], .geoPackage)
        let text = try folder.text(await export(definition, [MapPoint(x: 700_000, y: 2)], .csv))
        #expect(text.hasSuffix("1,a,700000.0,2.0\n"))
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `a page and a geometry in another reference are projected, or fail the export`(format: FeatureExportWork.Format)
        async throws
    {
        let site = FeatureSite(FeatureSite.rows(20))
        for (wkid, isFit) in [(3857, true), (2056, false)] {
            for isOwn in [true, false] {
                let transport = site.transport { request, honest in
                    guard ExportFolder.isPage(request), request.fields["where"]?.hasSuffix("> 7") == true else { return honest }
                    var members = (try JSONValue(parsing: honest.body)).object ?? [:]
                    let reference: JSONValue = ["wkid": .integer(wkid)]
                    if !isOwn { members["spatialReference"] = reference }
                    members["features"] = .array(
                        (members["features"]?.array ?? []).map { feature in
                            let place: JSONValue = [
                                "x": 1_113_194.9079327357, "y": 0, "spatialReference": isOwn ? reference : .null,
                            ]
                            return ["attributes": feature["attributes"] ?? .null, "geometry": place]
                        })
                    // What is said first; in the order of the alphabet it stands behind.
                    let head = members.removeValue(forKey: "spatialReference")?.text() ?? "null"
                    return .json("{\"spatialReference\":\(head)," + JSONValue.object(members).text().dropFirst())
                }
                let work = try folder.work(format)
                guard isFit else {
                    let error = await #expect(throws: (any Error).self) { try await folder.job(work, transport).run() }
                    for words in ["wkid 2056", "wkid 4326", "OBJECTID 8", "Places"] {
                        #expect("\(error as Any)".contains(words), "\(error as Any)")
                    }
                    #expect(!folder.isThere(work))
                    continue
                }
                #expect(try await folder.job(work, transport).run().features == 20)
                if format == .csv {
                    #expect(try folder.text(work).split(separator: "\n")[8].contains(/,(10\.0|10\.00000|9\.9999)\d*,/))
                }
            }
        }
    }

    @Test(arguments: [4326, 3857, 2056], [true, false])
    func `a reference that is said behind the features counts, or fails the export`(wkid: Int, isWhole: Bool) async throws {
        let site = FeatureSite(FeatureSite.rows(7))
        let features = (1...7).map { #"{"attributes":{"OBJECTID":\#($0)},"geometry":{"spatialReference":null,"x":5,"y":6}}"# }
        let parts = [#"{"features":["#, features.joined(separator: ","), #"],"fields":[],"spatialReference":{"wkid":\#(wkid)}}"#]
        let transport = StubTransport.streaming { request in
            guard ExportFolder.isPage(request), request.fields["where"] == "1=1" else {
                return HTTPResponseStream(HTTPResponse(site.answer(to: ScriptedRequest(request))))
            }
            let rest = Mutex(isWhole ? [parts.joined()] : parts)
            return HTTPResponseStream(
                body: HTTPResponseBody { rest.withLock { $0.isEmpty ? nil : Data($0.removeFirst().utf8) } })
        }
        let work = try folder.work(.csv)
        if wkid == 4326 || isWhole && wkid == 3857 {
            #expect(try await folder.job(work, transport).run().features == 7)
            let row = try folder.text(work).split(separator: "\n")[7]
            #expect(row.hasSuffix(",5.0,6.0") == (wkid == 4326), "\(row)")
        } else {
            let error = await #expect(throws: TransportError.self) { try await folder.job(work, transport).run() }
            #expect("\(error as Any)".contains("wkid \(wkid)") && "\(error as Any)".contains("wkid 4326"), "\(error as Any)")
        }
    }

    @Test func `a value that a GeoPackage does not take is told by its feature`() async throws {
        let site = FeatureSite(FeatureSite.rows(20))
        site.state.withLock { $0.rows[13]?.attributes["VALUE"] = .double(1.5) }
        let error = await #expect(throws: FeatureExportTrouble.self) {
            try await folder.job(folder.work(.geoPackage), site.transport()).run()
        }
        for words in ["OBJECTID 13", "VALUE", "1.5"] { #expect("\(error as Any)".contains(words), "\(error as Any)") }
    }
}
