import Testing

@testable import CairnCore

struct MemoryJobStoreTests {
    @Test func `a message is appended without copying those before it`() async throws {
        let store = MemoryJobStore()
        let record = try Job(Steps(count: 1), services: Steps.Services()).record
        let claim = try await store.claim(record.id)
        var places: [UnsafePointer<JobMessage>?] = []
        for number in 0..<1000 {
            try await store.save(record, appending: [JobMessage("\(number)")], claim: claim)
            places.append(try await store.load(record.id)?.messages.withUnsafeBufferPointer(\.baseAddress))
        }
        let moves = zip(places, places.dropFirst()).count { $0 != $1 }
        #expect(moves < 50)
        #expect(try await store.load(record.id)?.messages.map(\.text) == (0..<1000).map(String.init))
    }
}
