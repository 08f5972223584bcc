import CairnTesting
import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct JobStoreContractTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `the memory store keeps the contract`() async throws {
        try await JobStoreContract { MemoryJobStore() }.verify()
    }

    @Test func `the file store keeps the contract when a record cannot be replaced`() async throws {
        try await JobStoreContract(failing: blocking { "\($0).json" }, make: fileStore).verify()
    }

    @Test func `the file store keeps the contract when messages cannot be written`() async throws {
        try await JobStoreContract(failing: blocking { "\($0).messages.jsonl" }, make: fileStore).verify()
    }

    @Test func `the file store keeps the contract when its messages are a link to a device`() async throws {
        let contract = JobStoreContract(
            failing: { store, id in
                let messages = store.directory.appending(path: "\(id).messages.jsonl")
                let aside = messages.path + ".aside"
                let wasThere = rename(messages.path, aside) == 0
                try FileManager.default.createSymbolicLink(atPath: messages.path, withDestinationPath: "/dev/null")
                return {
                    unlink(messages.path)
                    if wasThere { rename(aside, messages.path) }
                }
            }, make: fileStore)
        try await contract.verify()
    }

    @Test func `a faulty store without faults keeps the contract`() async throws {
        try await JobStoreContract { FaultyJobStore(MemoryJobStore()) }.verify()
        try await JobStoreContract { FaultyJobStore(try fileStore()) }.verify()
    }

    @Test func `a faulty store whose saves fail before they are carried out keeps the contract`() async throws {
        let contract = JobStoreContract(
            failing: { store, _ in
                store.order(.failBefore(), for: .save)
                return {}
            }, make: { FaultyJobStore(MemoryJobStore()) })
        try await contract.verify()
    }

    @Test(arguments: 0..<8) func `a store whose calls are reordered keeps the contract`(seed: UInt64) async throws {
        try await JobStoreContract { FaultyJobStore(MemoryJobStore(), reorderingBy: seed) }.verify()
    }

    @Test func `a store whose failed saves were carried out breaks the contract`() async throws {
        let contract = JobStoreContract(
            failing: { store, _ in
                store.order(.failAfter(), for: .save)
                return {}
            }, make: { FaultyJobStore(MemoryJobStore()) })
        await #expect(throws: ContractViolation.self) { try await contract.verify() }
    }

    private func fileStore() throws -> FileJobStore {
        try FileJobStore(directory: directory.file(UUID().uuidString))
    }

    private func blocking(_ name: @escaping @Sendable (UUID) -> String) -> JobStoreContract<FileJobStore>.Failing {
        { store, id in
            let mend = try store.directory.appending(path: name(id)).block()
            return { try mend() }
        }
    }
}
