@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

@Suite(.serialized)
struct AttachmentTests {
    private static let definition = FeatureTableDefinition(
        "Things", fields: [Field("N", type: .integer)], geometryType: .point, spatialReference: .wgs84)

    private func make(_ file: GeodatabaseFile) async throws -> GeodatabaseFeatureTable {
        let geodatabase = try await Geodatabase.create(at: file.url)
        try await geodatabase.transaction { editor in
            try editor.createTable(Self.definition)
            try editor.add([Feature(), Feature(), Feature()], to: "Things")
        }
        return try geodatabase.table(named: "Things")
    }

    @Test func `files of all sizes come back as they were, from files and from memory`() async throws {
        let file = try GeodatabaseFile()
        let table = try await make(file)
        #expect(try await table.queryAttachments(ofFeatures: [1, 2, 3]).isEmpty)
        let sizes = [
            0, 1, AttachmentContent.pieceSize - 1, AttachmentContent.pieceSize, AttachmentContent.pieceSize + 1, 1_000_003,
        ]
        for size in sizes {
            let source = try file.makeFile("source", size: size)
            let bytes = try Data(contentsOf: source)
            for content in [NewAttachment.Content.file(source), .data(bytes)] {
                let result = try await table.addAttachment(
                    NewAttachment(name: "ä \(size).jpg", contentType: "image/jpeg", content: content), toFeature: 2)
                let id = try #require(result.objectID)
                let target = file.folder.appending(path: "target")
                try await table.fetchAttachment(id, ofFeature: 2, to: target)
                #expect(try Data(contentsOf: target) == bytes)
            }
        }
        let list = try await table.queryAttachments(ofFeatures: [1, 2, 3])
        #expect(list.keys.sorted() == [2] && list[2]?.map(\.size) == sizes.flatMap { [$0, $0] })
        #expect(list[2]?.first?.name == "ä 0.jpg" && list[2]?.first?.contentType == "image/jpeg")
        #expect(Set(list[2]?.compactMap(\.globalID) ?? []).count == sizes.count * 2)
    }

    @Test func `what is deleted is gone, with the feature or alone, and what is not there is told`() async throws {
        let file = try GeodatabaseFile()
        let table = try await make(file)
        for feature in [1, 1, 2] {
            let attachment = NewAttachment(name: "x", contentType: "text/plain", content: .data(Data("hello".utf8)))
            _ = try await table.addAttachment(attachment, toFeature: feature)
        }
        // That of another feature is not this one's.
        let results = try await table.deleteAttachments([1, 3, 99], ofFeature: 1)
        #expect(results.map(\.isSuccess) == [true, false, false])
        #expect(try await table.queryAttachments(ofFeatures: [1, 2]).mapValues { $0.map(\.id) } == [1: [2], 2: [3]])
        _ = try await table.applyEdits(FeatureEdits(deletedObjectIDs: [1]))
        #expect(try await table.queryAttachments(ofFeatures: [1, 2]).mapValues { $0.map(\.id) } == [2: [3]])
        let target = file.folder.appending(path: "target")
        await #expect(throws: GeodatabaseError.noAttachment(id: 2, objectID: 1, table: "Things")) {
            try await table.fetchAttachment(2, ofFeature: 1, to: target)
        }
        await #expect(throws: GeodatabaseError.noFeature(objectID: 77, table: "Things")) {
            let attachment = NewAttachment(name: "x", contentType: "text/plain", content: .data(Data()))
            return try await table.addAttachment(attachment, toFeature: 77)
        }
        #expect(!file.names.contains { $0.hasPrefix("target") })
    }

    @Test func `GDAL reads a file with attachments without a warning`() async throws {
        let file = try GeodatabaseFile()
        let table = try await make(file)
        let attachment = NewAttachment(name: "x", contentType: "text/plain", content: .data(Data("hello".utf8)))
        _ = try await table.addAttachment(attachment, toFeature: 1)
        try await table.geodatabase.close()
        guard let info = try GeoPackageFile.gdal(["ogrinfo", "-al", "-so", file.url.path]) else { return }
        #expect(info.status == 0 && !info.text.contains("Warning") && !info.text.contains("ERROR"), "\(info.text)")
        let copy = file.folder.appending(path: "copy.gpkg")
        let copied = try #require(try GeoPackageFile.gdal(["ogr2ogr", "-f", "GPKG", copy.path, file.url.path]))
        #expect(copied.status == 0 && copied.text.isEmpty, "\(copied.text)")
    }
}
