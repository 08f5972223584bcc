import CairnTasks
import Foundation

extension ScriptedServer {
    /// A server of the pages that ``HTTPTransportContract`` wants.
    public static func contractPages() throws -> ScriptedServer {
        try ScriptedServer { request in
            switch request.path {
            case "/ok": [.answer(200, headers: ["X-Mark": "1"], body: Data("ok".utf8))]
            case "/missing": [.answer(404, body: Data("gone".utf8))]
            case "/demanding": [.answer(401, headers: ["WWW-Authenticate": "Basic realm=\"maps\""])]
            case "/large": [.answer(200, body: Data(count: 100_000))]
            case "/echo": [.answer(200, body: request.body)]
            case "/hang": [.hang]
            case "/begun": [.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nbegun"), .hang]
            case "/cut": [.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nbegun"), .close]
            case "/moved": [.answer(302, headers: ["Location": "/ok"])]
            case "/moved-for-good": [.answer(308, headers: ["Location": "/echo"])]
            case "/circle": [.answer(302, headers: ["Location": "/circle"])]
            default: [.close]
            }
        }
    }
}
