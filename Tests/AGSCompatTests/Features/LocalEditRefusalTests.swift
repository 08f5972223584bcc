import AGSCompat
import Foundation
import Testing

/// What a table of a service refuses before anything is sent.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LocalEditRefusalTests {
    private func refusal(_ attributes: [String: Any], _ geometry: AGSGeometry? = nil) async throws -> String {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = table.createFeature(attributes: attributes, geometry: geometry)
        let error = await #expect(throws: NSError.self) { try await done { table.add(feature, completion: $0) } }
        #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        #expect(!table.hasLocalEdits())
        return error?.localizedDescription ?? ""
    }

    @Test(arguments: [Double.nan, .infinity]) func `numbers and places that are none are refused`(number: Double) async throws {
        #expect(try await refusal(["rank": number]).contains("is beyond the numbers that it holds"))
        let far = AGSPoint(x: .infinity, y: 1, spatialReference: .webMercator())
        #expect(try await refusal(["rank": 1], far).contains("which is no place"))
    }

    @Test func `an empty point is no geometry, and is kept`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let nowhere = AGSPoint(x: .nan, y: .nan, spatialReference: .webMercator())
        let feature = table.createFeature(attributes: ["rank": 1], geometry: nowhere)
        try await done { table.add(feature, completion: $0) }
        #expect(table.hasLocalEdits())
    }
}
