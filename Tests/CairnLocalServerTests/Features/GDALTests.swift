import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

/// GDAL's drivers for Esri's JSON and for GeoJSON as clients.
@Suite(.timeLimit(.minutes(10)))
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
                #expect(one.geometry?.positions.map(\.x) == other.geometry?.positions.map(\.x))
            }
            try await copy.close()
        }
    }
}
