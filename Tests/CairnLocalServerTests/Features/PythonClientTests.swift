import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

/// Clients in Python that nobody here wrote.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct PythonClientTests {
    private func script(_ text: String, _ served: ServedFeatures, _ arguments: [String]) async throws -> [JSONValue]? {
        let file = served.folder.appending(path: "script.py")
        try Data(text.utf8).write(to: file)
        guard let outcome = try await Program.run("python3", [file.path] + arguments) else { return nil }
        #expect(outcome.code == 0, "\(outcome.errors)")
        // Some print words of their own, too.
        let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("[") || $0.hasPrefix("{") }
        return try lines.map { try JSONValue(parsing: String($0)) }
    }

    @Test(arguments: [GeometryType.point, .polyline, .polygon])
    func `esridump dumps every feature`(type: GeometryType) async throws {
        let features = SampleFeatures.features(1234, type, seed: 6)
        let served = try await ServedFeatures([(SampleFeatures.definition("Things", type), features)], maxRecordCount: 400)
        try await served.listening { base in
            let text = """
                import json, sys
                try:
                    from esridump.dumper import EsriDumper
                except ImportError:
                    sys.exit(9)
                for feature in EsriDumper(sys.argv[1]):
                    print(json.dumps(feature))
                """
            guard let found = try await script(text, served, ["\(served.address(base))/0"]) else { return }
            #expect(found.map { $0["properties"]?["OBJECTID"]?.int } == features.map(\.id))
            let expected = try features.map { try $0.geoJSON()["properties"]?["NAME"] }
            #expect(found.map { $0["properties"]?["NAME"] } == expected)
            let counts = found.map { try? Geometry(geoJSON: $0["geometry"] ?? .null).positions.count }
            #expect(counts == features.map { $0.geometry?.positions.count })
        }
    }

    @Test func `bmi-arcgis-restapi lists, queries and edits layers`() async throws {
        let features = SampleFeatures.features(1234, .point, seed: 6)
        let tables = [
            (SampleFeatures.definition("Things", GeometryType.point), features),
            (SampleFeatures.definition("Rows", nil), SampleFeatures.features(10, nil)),
        ]
        let served = try await ServedFeatures(tables, isEditable: true, maxRecordCount: 300)
        try await served.listening { base in
            let text = """
                import json, sys, warnings
                warnings.filterwarnings('ignore')
                try:
                    import restapi
                except ImportError:
                    sys.exit(9)
                service = restapi.FeatureService(sys.argv[1])
                print(json.dumps([layer.name for layer in service.layers + service.tables]))
                layer = service.layer('Things')
                print(json.dumps([layer.name, layer.OIDFieldName, layer.geometryType, [f.name for f in layer.fields]]))
                every = layer.query(exceed_limit=True)
                print(json.dumps([f.properties.OBJECTID for f in every.features]))
                some = layer.query(where='RANK = 3', fields=['NAME', 'RANK'], f='json')
                print(json.dumps([f.attributes.RANK for f in some.features]))
                print(json.dumps(layer.getOIDs(where='OBJECTID < 10')))
                added = layer.addFeatures([{'attributes': {'NAME': 'new', 'RANK': 77}, 'geometry': {'x': 1.5, 'y': 2.5}}])
                print(json.dumps([r.success for r in added.addResults]))
                print(json.dumps([f.geometry.x for f in layer.query(where='RANK = 77', f='json').features]))
                gone = layer.deleteFeatures(where='RANK = 77')
                print(json.dumps([r.success for r in gone.deleteResults]))
                """
            guard let lines = try await script(text, served, [served.address(base)]) else { return }
            #expect(
                lines.map { $0.text() }.prefix(2) == [
                    #"["Things","Rows"]"#,
                    #"["Things","OBJECTID","esriGeometryPoint",["OBJECTID","NAME","RANK","SHARE","BEGAN"]]"#,
                ])
            #expect(lines.count == 8)
            guard lines.count == 8 else { return }
            #expect(lines[2].array?.compactMap(\.int) == features.map(\.id))
            #expect(lines[3].array?.count == features.filter { $0.attributes["RANK"] == 3 }.count)
            #expect(lines[4].array?.compactMap(\.int) == Array(1...9))
            #expect(lines[5].text() == "[true]" && lines[6].text() == "[1.5]" && lines[7].text() == "[true]")
        }
    }
}
