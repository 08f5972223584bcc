import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SignInRefusalTests {
    private let service = TokenServer.service
    private let refusal = #"{"error":{"code":400,"message":"Unable to generate token."}}"#

    @Test func `a credential that cannot sign in hides no other that can`() async throws {
        let server = TokenServer { _ in .json(#"{"error":{"code":400,"message":"Unable to generate token."}}"#) }
        server.accept("good")
        let transport = server.transport
        let store = CredentialStore([APIKeyCredential("good", server: service), TokenServer.credential(transport)])
        _ = try await ServiceClient(url: service, transport: transport, credential: store).call("suggest")
        let alone = ServiceClient(url: service, transport: transport, credential: TokenServer.credential(transport))
        await #expect { try await alone.call("suggest") } throws: {
            ($0 as? ServiceError)?.code == 400 && ($0 as? ServiceError)?.isAboutSignIn == true
        }
    }

    @Test(arguments: [true, false])
    func `a wrong password is sent once a minute, however many calls there are`(isOfOAuth: Bool) async throws {
        let (clock, refusal) = (ManualClock(), refusal)
        let server = TokenServer { _ in .json(refusal) }
        let transport = server.transport
        let credential: any Credential =
            isOfOAuth
            ? OAuthClientCredential(
                clientID: "app", clientSecret: "wrong", portal: URL(string: "https://gis.example.com/portal")!,
                transport: transport,
                clock: clock)
            : TokenServer.credential(transport, clock: clock)
        func call() async {
            await #expect(throws: ServiceError.self) { try await credential.token(for: service, replacing: nil) }
        }
        for _ in 1...5 { await call() }
        clock.advance(by: .seconds(59))
        await call()
        #expect(server.issued == 1)
        clock.advance(by: .seconds(2))
        await call()
        #expect(server.issued == 2)
    }

    @Test func `trouble of a server that issues tokens is no refusal, and is tried again`() async throws {
        let server = TokenServer { number in
            number == 1 ? .json("", status: 503) : .json(#"{"token":"good","expires":0}"#)
        }
        let credential = TokenServer.credential(server.transport, clock: ManualClock())
        await #expect(throws: ServiceError.self) { try await credential.token(for: service, replacing: nil) }
        #expect(try await credential.token(for: service, replacing: nil)?.value == "good")
    }
}
