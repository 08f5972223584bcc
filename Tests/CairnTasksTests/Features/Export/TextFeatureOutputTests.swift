import CairnGeo
@testable import CairnTasks
import Foundation
import Testing

struct TextFeatureOutputTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    private static let table = FeatureTableDefinition("Things", fields: [Field("NAME", length: 400)])

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func output(_ name: String) -> TextFeatureOutput {
        let partial = PartialOutput(output: folder.appending(path: name), head: "")
        return TextFeatureOutput(partial, readIDs: FeaturesSeen.init(inCSV:)) { CSVFeatureWriter(Self.table, isContinued: $0) }
    }

    private func features(_ numbers: ClosedRange<Int>) -> [Feature] {
        numbers.map { number in
            Feature(attributes: ["OBJECTID": .integer(number), "NAME": .string(String(repeating: "\(number) ", count: 60))])
        }
    }

    @Test(arguments: [
        (GeometryType.polygon, ["wkt", "NAME"], "OBJECTID,_wkt,NAME,WKT"),
        (.polygon, ["_WKT", "wkt", "__wkt"], "OBJECTID,_WKT,___wkt,__wkt,WKT"),
        (.point, ["x", "WKT", "Y"], "OBJECTID,_x,WKT,_Y,X,Y"), (nil, ["wkt", "X"], "OBJECTID,wkt,X"),
    ])
    func `no column of CSV hides another, also where letters do not count`(
        type: GeometryType?, fields: [String], header: String
    ) {
        var writer = CSVFeatureWriter(
            FeatureTableDefinition("Things", fields: fields.map { Field($0) }, geometryType: type), isContinued: false)
        #expect(String(decoding: writer.take(), as: UTF8.self) == header + "\n")
    }

    @Test func `what was written after it was kept last is written again, and not twice`() async throws {
        var checkpoint = FeatureExportWork.Checkpoint(expected: 6000)
        do {
            let killed = output("killed.csv")
            try await killed.begin(&checkpoint)
            try await killed.write(features(1...2000))
            (checkpoint.outputLength, checkpoint.summary.features) = (try await killed.keep(), 2000)
            // So much that some of it comes to the file, and ends in the midst of a row.
            try await killed.write(features(2001...5000))
        }
        let file = folder.appending(path: "killed.csv.partial")
        #expect(try Data(contentsOf: file).count > checkpoint.outputLength)
        let next = output("killed.csv")
        try await next.begin(&checkpoint)
        try await next.write(features(2001...3000))
        let ids = try await next.objectIDs()
        #expect((1...3000).allSatisfy(ids.contains) && !ids.contains(3001))
        let whole = output("whole.csv")
        var fresh = FeatureExportWork.Checkpoint(expected: 3000)
        try await whole.begin(&fresh)
        try await whole.write(features(1...3000))
        #expect(try await next.finish() == whole.finish())
        #expect(try Data(contentsOf: file) == Data(contentsOf: folder.appending(path: "whole.csv.partial")))
    }
}
