@testable import CairnGeo
import CairnTesting
import Dispatch
import Foundation
import Testing

/// Edits that have their places on the calling thread.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PlacedEditTests {
    private struct Opened {
        let file: GeodatabaseFile
        let geodatabase: Geodatabase
        let table: GeodatabaseFeatureTable

        init() async throws {
            file = try GeodatabaseFile()
            geodatabase = try await Geodatabase.create(at: file.url)
            table = try await geodatabase.createTable(FeatureTableDefinition("Things", fields: [Field("N", type: .integer)]))
        }

        func add(_ number: Int) throws -> PlacedEdit<[FeatureEditResult]> {
            try table.place({ .features(FeatureEdits(adds: [Feature(attributes: ["N": .integer(number)])])) })
        }

        func numbers() async throws -> [Int] {
            try await table.queryFeatures(using: QueryParameters()).featureSet().features.compactMap { $0.attributes["N"]?.int }
        }
    }

    @Test func `each is made in its place, whoever waits for it first`() async throws {
        let opened = try await Opened()
        let edits = try (0..<50).map(opened.add)
        for edit in edits.reversed() { #expect(try await edit.value().map(\.isSuccess) == [true]) }
        #expect(try await opened.numbers() == Array(0..<50))
        #expect(try await edits[7].value().compactMap(\.objectID) == [8])
    }

    @Test func `one that is cancelled before its turn is not made, and holds nobody up`() async throws {
        let opened = try await Opened()
        let isFree = DispatchSemaphore(value: 0)
        let first: PlacedEdit<Void> = try opened.geodatabase.place { _ in isFree.wait() }
        let (cancelled, kept) = (try opened.add(1), try opened.add(2))
        cancelled.cancel()
        isFree.signal()
        try await first.value()
        await #expect(throws: CancellationError.self) { try await cancelled.value() }
        #expect(try await kept.value().count == 1)
        #expect(try await opened.numbers() == [2])
    }

    @Test func `who waits is told of failures, and of a geodatabase that is closed`() async throws {
        let opened = try await Opened()
        let refused = try opened.table.place({
            .addAttachment(NewAttachment(name: "a", contentType: "text/plain", content: .data(Data())), feature: 99)
        })
        await #expect(throws: GeodatabaseError.noFeature(objectID: 99, table: "Things")) { try await refused.value() }
        let edit = try opened.add(1)
        try opened.geodatabase.closeNow()
        #expect(try await edit.value().count == 1)
        #expect(throws: GeodatabaseError.closed(path: opened.file.url.path)) { try opened.add(2) }
    }
}
