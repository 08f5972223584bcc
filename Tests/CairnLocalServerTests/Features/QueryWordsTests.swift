import CairnCore
import CairnGeo
import CairnLocalServer
import Foundation
import Testing

/// What is said of parameters, and of what cannot be published.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct QueryWordsTests {
    private func served() async throws -> ServedFeatures {
        try await ServedFeatures([(SampleFeatures.definition("Things", .point), SampleFeatures.features(30, .point))])
    }

    @Test(arguments: ["{", "{\"rings\":1}", "{\"x\":1,}", "{\"x\":tru}", "{\"points\":[[1,2}"])
    func `JSON that is wrong is told of without bytes that nobody sent`(geometry: String) async throws {
        let error = try await served().json("/0/query", ["geometry": geometry])["error"]
        let words = error?["details"]?[0]?.string ?? ""
        #expect(words.hasPrefix("'geometry'") && !words.contains("byte") && !words.contains(".."), "\(words)")
    }

    @Test(arguments: [#"{"x":1}"#, #"{"curvePaths":[]}"#, #"{"paths":[[["a",1]]]}"#])
    func `a geometry that is asked by is told of as what it is`(geometry: String) async throws {
        let error = try await served().json("/0/query", ["geometry": geometry])["error"]
        let words = error?["details"]?[0]?.string ?? ""
        #expect(words.hasPrefix("'geometry'") && !words.contains("feature 1") && !words.contains("answer"), "\(words)")
    }

    @Test func `a field keeps its letters at the beginning of a sentence`() async throws {
        let statistics = #"[{"statisticType":"sum","onStatisticField":"nAme"}]"#
        let error = try await served().json("/0/query", ["outStatistics": statistics])["error"]
        let words = error?["details"]?[0]?.string ?? ""
        #expect(words.contains("nAme") && !words.contains("NAme"), "\(words)")
    }

    @Test func `pages of no features are refused`() async throws {
        let error = try await served().json("/0/query", ["resultRecordCount": "0"])["error"]
        #expect(error?["details"]?[0]?.string?.contains("'resultRecordCount'") == true)
    }

    @Test func `of statistics, too, the number alone can be asked for`() async throws {
        let served = try await served()
        let fields = [
            "outStatistics": #"[{"statisticType":"count","onStatisticField":"OBJECTID","outStatisticFieldName":"N"}]"#,
            "groupByFieldsForStatistics": "RANK", "orderByFields": "N desc",
        ]
        let rows = try await served.features("/0/query", fields).features
        let more = ["returnCountOnly": "true", "resultRecordCount": "1", "resultOffset": "2"]
        #expect(rows.count > 3)
        #expect(try await served.json("/0/query", fields.merging(more) { $1 }) == ["count": .integer(rows.count)])
    }

    @Test func `what may not be written is not published for edits`() async throws {
        let served = try await served()
        try await served.geodatabase.close()
        let file = served.geodatabase.url
        try await PublishedFeatures(Geodatabase(fileURL: file, isReadOnly: true)).load()
        await #expect(throws: GeodatabaseError.readOnly(path: file.path)) {
            try await PublishedFeatures(Geodatabase(fileURL: file, isReadOnly: true), isEditable: true).load()
        }
    }
}
