import AGSCompat
import Foundation
import Testing

/// What is said of edits of which one is refused, and so all.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct RefusedEditsTests {
    private let folder: GeodatabaseFolder

    init() throws { folder = try GeodatabaseFolder() }

    private func table() async throws -> AGSGeodatabaseFeatureTable {
        let geodatabase: AGSGeodatabase = try await answer { AGSGeodatabase.create(withFileURL: folder.file, completion: $0) }
        let description = AGSTableDescription(name: "Log", spatialReference: .wgs84(), geometryType: .point)
        description.fieldDescriptions.add(AGSFieldDescription(name: "note", fieldType: .text))
        return try await answer { geodatabase.createTable(with: description, completion: $0) }
    }

    private func refusal(_ edit: (@escaping ((any Error)?) -> Void) -> Void) async -> NSError? {
        await #expect(throws: NSError.self) { try await done(edit) }
    }

    @Test func `what is told is why the edit was refused, wherever it stands among others`() async throws {
        let table = try await table()
        func make(_ field: String) -> AGSFeature { table.createFeature(attributes: [field: "a"], geometry: nil) }
        let (good, bad) = (make("note"), make("nofield"))
        let alone = await refusal { table.add(bad, completion: $0) }
        #expect(alone?.localizedDescription.contains("nofield") == true)
        for features in [[good, bad], [bad, good], [good, bad, good]] {
            let error = await refusal { table.add(features, completion: $0) }
            #expect(error?.localizedDescription == alone?.localizedDescription && error?.code == alone?.code)
        }
        #expect(table.numberOfFeatures == 0)
    }

    @Test func `a feature that is gone is told of behind one that is there`() async throws {
        let table = try await table()
        let (kept, gone) = (
            table.createFeature(attributes: ["note": "a"], geometry: nil),
            table.createFeature(attributes: ["note": "b"], geometry: nil)
        )
        try await done { table.add([kept, gone], completion: $0) }
        try await done { table.delete(gone, completion: $0) }
        kept.attributes["note"] = "c"
        let told = [
            await refusal { table.update([kept, gone], completion: $0) },
            await refusal { table.delete([kept, gone], completion: $0) },
        ]
        #expect(told.allSatisfy { $0?.code == AGSErrorCode.commonNotFound.rawValue }, "\(told)")
        #expect(table.numberOfFeatures == 1)
    }
}
