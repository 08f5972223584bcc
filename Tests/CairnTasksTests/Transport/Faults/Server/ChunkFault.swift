import CairnTesting
import Foundation

/// The body comes in chunks that are wrong, or right and strange.
enum ChunkFault: Fault, CaseIterable {
    case right, trailers, extensions, sizeTooLarge, sizeTooSmall, noSize, hugeSize, negativeSize, cut, noEnd, forever

    static func chunk(_ data: Data, size: String? = nil) -> Data {
        Data("\(size ?? String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8)
    }

    static func chunked(_ data: Data) -> Data { chunk(data) + Data("0\r\n\r\n".utf8) }

    func steps(_ scene: inout FaultScene) -> [ScriptedStep] {
        let head = scene.honest.head(["Content-Length": nil, "Transfer-Encoding": "chunked"])
        return [.send(head)] + body(&scene)
    }

    private func body(_ scene: inout FaultScene) -> [ScriptedStep] {
        let body = scene.honest.body
        let first = scene.beginning(of: body)
        let both = Self.chunk(first) + Self.chunk(Data(body.dropFirst(first.count)))
        switch self {
        case .right: return [.send(both + Data("0\r\n\r\n".utf8))]
        case .trailers: return [.send(both + Data("0\r\nX-Sum: 12\r\nContent-Length: 3\r\n\r\n".utf8))]
        case .extensions:
            return [.send(Self.chunk(body, size: "\(String(body.count, radix: 16));a=\"b\";c")), .send("0\r\n\r\n")]
        case .cut: return [.send(Self.chunk(first)), .close]
        case .noEnd: return [.send(both), scene.pick([.close, .hang, .reset])]
        case .forever: return [.send(both), .sendForever(Self.chunk(Data(repeating: 0x20, count: 10_000)))]
        default: return [.send(Self.chunk(body, size: size(of: body, &scene)) + Data("0\r\n\r\n".utf8)), .close]
        }
    }

    private func size(of body: Data, _ scene: inout FaultScene) -> String {
        switch self {
        case .sizeTooLarge: String(body.count + scene.number(3...999), radix: 16)
        case .sizeTooSmall: String(scene.number(1...max(1, body.count - 1)), radix: 16)
        case .noSize: scene.pick(["xyz", "", " ", "0x5", "\u{1B}[31m"])
        case .hugeSize: scene.pick(["FFFFFFFFFFFFFFFF", "FFFFFFFFFFFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF"])
        default: "-5"
        }
    }
}
