import CairnCore
import CairnTesting
import Foundation

/// Somewhere in the answer stands what must never be shown: a secret, or what moves the cursor of a terminal.
enum SpeechFault: Fault, CaseIterable {
    case page, text, form, envelope, details, oauth, nestedEnvelope, failureInStatus
    case reason, challenge, retry, encoding, length, chunk, fieldName, firstLine, path, query, scheme, result

    var hides: FaultHiding { self == .result ? .everything : [.text, .form, .path].contains(self) ? .length : .nothing }

    func steps(_ scene: inout FaultScene) -> [ScriptedStep] {
        let speech = Self.speech(&scene)
        switch self {
        case .page, .text, .form, .result: return [.send(body(speech, scene).bytes)]
        case .envelope, .details, .oauth, .nestedEnvelope, .failureInStatus:
            return [.send(HonestAnswer.json(envelope(speech, &scene)).bytes)]
        case .reason: return [.send("HTTP/1.1 500 \(speech)\r\nContent-Length: 0\r\n\r\n")]
        case .challenge: return [.answer(401, headers: ["WWW-Authenticate": "Basic realm=\"\(speech)\""])]
        case .retry: return [.answer(503, headers: ["Retry-After": speech])]
        case .firstLine: return [.send("\(speech)\r\n\r\n"), .close]
        case .fieldName: return [.send("HTTP/1.1 200 OK\r\n\(speech)\r\n: x\r\n\r\n"), .close]
        case .encoding: return [.send(scene.honest.head(["Content-Encoding": speech]) + scene.honest.body)]
        case .length: return [.send(scene.honest.head(["Content-Length": speech]) + scene.honest.body), .close]
        case .chunk:
            let head = scene.honest.head(["Content-Length": nil, "Transfer-Encoding": "chunked"])
            return [.send(head + ChunkFault.chunk(scene.honest.body, size: speech)), .close]
        case .path: return [.answer(scene.pick([302, 308]), headers: ["Location": "\(scene.elsewhere)/\(speech)"])]
        case .query: return [.answer(scene.pick([302, 308]), headers: ["Location": "/?a=\(speech)"])]
        case .scheme: return [.answer(307, headers: ["Location": "\(speech)://x"])]
        }
    }

    private func body(_ speech: String, _ scene: FaultScene) -> HonestAnswer {
        switch self {
        case .page: .page("<html><body>\(speech)</body></html>")
        case .text: .page(speech)
        case .form: .page(String(decoding: scene.request.body, as: UTF8.self))
        default: scene.honest.with(spoken(speech, in: scene.honest.body))
        }
    }

    /// The answer, with the speech in a text that is not looked into.
    private func spoken(_ speech: String, in body: Data) -> String {
        let text = String(decoding: body, as: UTF8.self)
        let quoted = JSONValue.string("Ring \(speech)").text()
        return text.replacing("\"Ring\"", with: quoted)
    }

    private func envelope(_ speech: String, _ scene: inout FaultScene) -> String {
        let code = scene.pick([400, 498, 499, 500, 503])
        let said = JSONValue.string("Not this: \(speech)").text()
        switch self {
        case .details: return "{\"error\":{\"code\":\(code),\"message\":\"No.\",\"details\":[\(said)]}}"
        case .oauth: return "{\"error\":\"invalid_grant\",\"error_description\":\(said)}"
        case .nestedEnvelope: return "{\"status\":\"failed\",\"statusMessage\":\(said)}"
        case .failureInStatus: return "{\"code\":500,\"status\":\"failure\",\"message\":\(said)}"
        default: return "{\"error\":{\"code\":\(code),\"message\":\(said)}}"
        }
    }

    private static func speech(_ scene: inout FaultScene) -> String {
        let terminal = ["\u{1B}[2J\u{1B}]0;title\u{7}", "a\rb", "\u{9B}31m", "\u{202E}gnp.exe", "\u{8}\u{7F}\0", "line\nline"]
        return scene.number(0...1) == 0 ? scene.pick(scene.secrets) : scene.pick(terminal)
    }
}
