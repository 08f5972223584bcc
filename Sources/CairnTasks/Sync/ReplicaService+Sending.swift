import CairnCore
import Foundation

extension ReplicaService {
    /// Asks for a copy. It is sent once: whether one was made whose answer is lost, its name tells.
    func create(_ form: [String: String]) async throws -> ReplicaAnswer {
        do {
            return try await client.change("createReplica") {
                client.changingForm($0, form, $1)
            } read: { answer in
                try ReplicaAnswer(answer, base: client.url)
            }
        } catch let lost as LostAnswer {
            throw lost.cause
        }
    }

    /// Brings a copy up to date. It is sent once.
    ///
    /// - Parameter edits: A file that holds local edits as a part of the form; nil if there are none.
    /// - Throws: ``LostAnswer`` if the edits may have arrived; what the service throws.
    func synchronize(_ form: [String: String], edits: URL?) async throws -> ReplicaAnswer {
        try await client.change("synchronizeReplica") { target, token in
            var request = client.changingForm(target, form, token)
            if let edits { request.body = HTTPRequestBody((request.body?.pieces ?? []) + [.file(edits)]) }
            return request
        } read: { answer in
            try ReplicaAnswer(answer, base: client.url)
        }
    }
}
