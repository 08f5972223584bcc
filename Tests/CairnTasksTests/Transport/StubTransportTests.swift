import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct StubTransportTests {
    @Test func `the stub keeps the contract`() async throws {
        let hanging = Gate()
        let stub = StubTransport.streaming({ request in
            switch request.url.path {
            case "/ok": return HTTPResponseStream(HTTPResponse(headers: ["X-Mark": "1"], body: Data("ok".utf8)))
            case "/missing": return HTTPResponseStream(HTTPResponse(status: 404))
            case "/demanding":
                return HTTPResponseStream(HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"maps\""]))
            case "/large": return HTTPResponseStream(HTTPResponse(body: Data(count: 100_000)))
            case "/echo": return HTTPResponseStream(HTTPResponse(body: (try? request.body?.contents()) ?? Data()))
            case "/begun", "/cut":
                let pieces = Level(["begun"])
                return HTTPResponseStream(
                    body: HTTPResponseBody {
                        if let piece = pieces.value.first {
                            pieces.send([])
                            return Data(piece.utf8)
                        }
                        if request.url.path == "/cut" { throw TransportError(.connectionLost, url: request.url) }
                        try await hanging.pass()
                        return nil
                    })
            case "/hang": try await hanging.pass()
            default: break
            }
            throw TransportError(.connectionLost, url: request.url)
        })
        try await HTTPTransportContract(stub, server: URL(string: "http://stub")!).verify()
    }
}
