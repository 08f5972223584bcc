import Foundation
import Testing

/// What is written down, as parameters and results of a job are, is read as it was.
func expectRecoded(_ values: any (Codable & Equatable)..., sourceLocation: SourceLocation = #_sourceLocation) throws {
    func expect<Value: Codable & Equatable>(_ value: Value) throws {
        let read = try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
        #expect(read == value, sourceLocation: sourceLocation)
    }
    for value in values { try expect(value) }
}
