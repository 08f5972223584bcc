import CairnTesting
import Foundation

/// The head is none, or too much of one.
enum HeadFault: Fault, CaseIterable {
    case garbage, garbageAfterStatus, mailServer, noHead
    case oldVersion, otherVersion, noStatus, strangeStatus
    case interim, interimForever, switching
    case lineFeeds, folded, zeros, manyFields
    case tooLarge, forever, lineForever
    case strayBytes, twoAnswers

    /// An empty line of chance ends the head.
    var hides: FaultHiding { self == .garbageAfterStatus ? .length : .nothing }

    func steps(_ scene: inout FaultScene) -> [ScriptedStep] {
        switch self {
        case .garbage, .garbageAfterStatus, .mailServer, .noHead: noHead(&scene)
        case .oldVersion: first("HTTP/1.0 200 OK", scene)
        case .otherVersion:
            first(scene.pick(["HTTP/0.9 200 OK", "HTTP/9.9 200 OK", "HTTP/2 200", "HTTP/ 200", "ICY 200 OK"]), scene)
        case .noStatus: first(scene.pick(["HTTP/1.1", "HTTP/1.1 abc OK", "HTTP/1.1  ", "HTTP/1.1 -200 OK"]), scene)
        case .strangeStatus:
            first(scene.pick(["HTTP/1.1 000 OK", "HTTP/1.1 999 OK", "HTTP/1.1 20000000000 OK", "HTTP/1.1 99 OK"]), scene)
        case .interim, .interimForever, .switching: interim(&scene)
        case .lineFeeds, .folded, .zeros, .manyFields: fields(&scene)
        case .tooLarge:
            [.send("HTTP/1.1 200 OK\r\nX-Field: "), .send(Data(repeating: 0x2E, count: 300_000)), .send("\r\n\r\n")]
        case .forever: [.send("HTTP/1.1 200 OK\r\n"), .sendForever(Data("X-Field: some value\r\n".utf8))]
        case .lineForever: [.send("HTTP/1.1 200 OK\r\nX-Field: "), .sendForever(Data(repeating: 0x2E, count: 1000))]
        case .strayBytes: [.send(scene.honest.bytes + scene.bytes(scene.number(1...3000)))]
        case .twoAnswers: [.send(scene.honest.bytes + HonestAnswer.json("{\"candidates\":[]}").bytes)]
        }
    }

    private func first(_ line: String, _ scene: FaultScene) -> [ScriptedStep] {
        let rest = scene.honest.bytes.drop { $0 != 0x0D }
        return [.send(Data(line.utf8) + rest), .close]
    }

    private func noHead(_ scene: inout FaultScene) -> [ScriptedStep] {
        switch self {
        case .garbage: [.send(scene.bytes(scene.number(1...3000))), .close]
        case .mailServer: [.send("220 mail.example.com ESMTP\r\n250 OK\r\n\r\n"), .close]
        case .noHead: [.send(scene.honest.body), .close]
        default: [.send(Data("HTTP/1.1 200 OK\r\n".utf8) + scene.bytes(scene.number(1...500)) + scene.honest.bytes), .close]
        }
    }

    private func interim(_ scene: inout FaultScene) -> [ScriptedStep] {
        let hint = Data("HTTP/1.1 \(scene.pick([100, 102, 103])) Wait\r\nLink: <x>\r\n\r\n".utf8)
        switch self {
        case .interim: return (0..<scene.number(1...20)).map { _ in .send(hint) } + [.send(scene.honest.bytes)]
        case .interimForever: return [.sendForever(hint)]
        default:
            return [.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"), .send(scene.honest.bytes), .close]
        }
    }

    private func fields(_ scene: inout FaultScene) -> [ScriptedStep] {
        let length = scene.honest.body.count
        switch self {
        case .lineFeeds: return [.send(Data("HTTP/1.1 200 OK\nContent-Length: \(length)\n\n".utf8) + scene.honest.body)]
        case .folded: return [.send(scene.honest.head(["X-Field": "one\r\n two\r\n\tthree"]) + scene.honest.body)]
        case .zeros: return [.send(scene.honest.head(["X-Field": "a\0b"]) + scene.honest.body), .close]
        default:
            let many = (0..<3000).map { ("X-\($0)", "\($0)" as String?) }
            return [.send(scene.honest.head(Dictionary(many) { $1 }) + scene.honest.body)]
        }
    }
}
