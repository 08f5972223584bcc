import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

/// Stores that are within others.
struct InnerCredentialStoreTests {
    /// Whom no server lets in.
    private struct Refused: Credential {
        @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
            throw ServiceError(code: 400, message: "No.", url: url)
        }
    }

    private let service = TokenServer.service
    private let asked = Level(0)
    private let refused = Log<String>()

    private func use(_ store: CredentialStore, unless wrong: String = "wrong") async throws -> String? {
        try await store.withToken(for: service) { [service, refused] token in
            guard let token, token.value != wrong else {
                refused.append(token?.value ?? "")
                throw ServiceError(code: 499, message: "Who?", url: service)
            }
            return token.value
        }
    }

    @Test(arguments: [false, true]) func `a question is put once, and its answer held, by the store without`(isSet: Bool)
        async throws
    {
        let outer = CredentialStore { [asked, service] _ in
            asked.send(asked.value + 1)
            return APIKeyCredential("right", server: service)
        }
        let inner = outer.within()
        if isSet { inner.set(APIKeyCredential("wrong", server: service), for: service) }
        for store in [inner, outer, inner] { #expect(try await use(store) == "right") }
        #expect(asked.value == 1)
        // What was refused is not tried again.
        #expect(refused.elements == [isSet ? "wrong" : ""])
    }

    @Test func `an answer that is refused later is asked for anew`() async throws {
        let outer = CredentialStore { [asked, service] _ in
            asked.send(asked.value + 1)
            return APIKeyCredential("key \(asked.value)", server: service)
        }
        let inner = outer.within()
        #expect(try await use(inner) == "key 1")
        #expect(try await use(inner, unless: "key 1") == "key 2")
    }

    @Test func `who is refused, and does not answer, is asked once`() async throws {
        let outer = CredentialStore([Refused()]) { [asked] _ in
            asked.send(asked.value + 1)
            return nil
        }
        await #expect(throws: ServiceError.self) { try await outer.within().token(for: service, replacing: nil) }
        #expect(asked.value == 1)
    }

    @Test func `what is set within is not had without`() async throws {
        let outer = CredentialStore([APIKeyCredential("ours", server: service)])
        let inner = outer.within()
        #expect(try await use(inner) == "ours")
        inner.set(APIKeyCredential("mine", server: service), for: service)
        #expect(try await use(inner) == "mine")
        #expect(try await use(outer) == "ours")
    }
}
