import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

/// GDAL's drivers for Esri's JSON and for GeoJSON as clients.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct GDALTests {
    @Test(arguments: GeometryType.allCases)
    func `GDAL reads every feature of every page`(type: GeometryType) async throws {
        let features = SampleFeatures.features(2_345, type)
        let served = try await ServedFeatures([(SampleFeatures.definition("Things", type), features)], maxRecordCount: 500)
        try await served.listening { base in
            let target = served.folder.appending(path: "copy.gpkg")
            let query = "/0/query?where=1%3D1&outFields=*&orderByFields=OBJECTID&f=json"
            let outcome = try await Program.run(
                "ogr2ogr",
                [
                    "-f", "GPKG", target.path, "ESRIJSON:\(served.address(base))\(query)", "-nln", "copy", "-nlt",
                    "PROMOTE_TO_MULTI",
                ])
            guard let outcome else { return }
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            let copy = Geodatabase(fileURL: target, isReadOnly: true)
            try await copy.load()
            var parameters = QueryParameters()
            parameters.orderByFields = [OrderBy.Key("OBJECTID")]
            let table = try copy.table(named: "copy")
            let read = try await table.queryFeatures(using: parameters).featureSet().features
            #expect(read.count == features.count)
            for (one, other) in zip(read, features) {
                for name in ["OBJECTID", "NAME", "RANK", "SHARE"] where one.attributes[name] != other.attributes[name] {
                    Issue.record("\(name): \(one.attributes) and \(other.attributes)")
                }
                // Some versions of GDAL take moments for the milliseconds that they are on the wire.
                let began = other.attributes["BEGAN"]
                let spellings = [began?.text, began?.esriJSON.text()]
                #expect(spellings.contains(one.attributes["BEGAN"]?.text))
                #expect(one.geometry?.positions.map(\.x) == other.geometry?.positions.map(\.x))
            }
            try await copy.close()
        }
    }

    @Test func `GDAL reads rows without geometries, and GeoJSON page by page`() async throws {
        let (rows, places) = (SampleFeatures.features(700, nil), SampleFeatures.features(700, .polygon))
        let tables = [
            (SampleFeatures.definition("A rows", nil), rows),
            (SampleFeatures.definition("B places", GeometryType.polygon), places),
        ]
        let served = try await ServedFeatures(tables, maxRecordCount: 300)
        try await served.listening { base in
            for (source, features) in [
                ("ESRIJSON:\(served.address(base))/0/query?where=1%3D1&outFields=*&orderByFields=OBJECTID&f=json", rows),
                ("\(served.address(base))/1/query?where=1%3D1&outFields=*&orderByFields=OBJECTID&f=geojson", places),
            ] {
                let outcome = try await Program.run("ogr2ogr", ["-f", "GeoJSON", "/vsistdout/", source])
                guard let outcome else { return }
                #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
                let found = try JSONValue(parsing: outcome.output)["features"]?.array?.map { $0["properties"] } ?? []
                for name in ["OBJECTID", "NAME", "RANK"] {
                    #expect(found.map { $0?[name] ?? .null } == features.map { $0.attributes[name]?.esriJSON }, "\(name)")
                }
            }
        }
    }

    @Test func `ogrinfo finds nothing to warn of`() async throws {
        let features = SampleFeatures.features(300, .polyline, hasZ: true)
        let served = try await ServedFeatures([(SampleFeatures.definition("Lines", .polyline, hasZ: true), features)])
        try await served.listening { base in
            let source = "ESRIJSON:\(served.address(base))/0/query?where=1%3D1&outFields=*&returnZ=true&f=json"
            guard let outcome = try await Program.run("ogrinfo", ["-al", "-so", source]) else { return }
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            for words in [
                "Feature Count: 300", "Line String", "WGS 84", "NAME: String (60", "RANK: Integer", "SHARE: Real",
            ] {
                #expect(outcome.output.contains(words), "\(words) in \(outcome.output)")
            }
        }
    }
}
