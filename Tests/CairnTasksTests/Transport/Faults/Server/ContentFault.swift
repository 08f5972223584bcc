import CairnCore
import CairnTesting
import Foundation

/// HTTP is kept, and the body is not what it should be.
enum ContentFault: Fault, CaseIterable {
    case signInPage, signInPageAsJSON, empty, emptyObject, otherValue, mutated, flipped, cut, doubled
    case deep, deepObjects, byteOrderMark, otherEncoding, otherType, blanks, large, largeInChunks

    var hides: FaultHiding {
        switch self {
        case .mutated, .flipped: .everything
        case .signInPage, .signInPageAsJSON, .otherType, .large, .largeInChunks: .nothing
        default: .length
        }
    }

    static let signIn = "<!DOCTYPE html><html><head><title>Sign in</title></head><body><form></form></body></html>"

    func steps(_ scene: inout FaultScene) -> [ScriptedStep] {
        let honest = scene.honest
        switch self {
        case .signInPage: return [.send(HonestAnswer.page(Self.signIn).bytes)]
        case .signInPageAsJSON: return [.send(honest.with(Self.signIn).bytes)]
        case .otherType: return [.send(honest.head(["Content-Type": scene.pick(["text/html", "image/png", ""])]) + honest.body)]
        case .large, .largeInChunks: return large(honest)
        default:
            var answer = honest
            answer.body = body(&scene)
            return [.send(answer.bytes)]
        }
    }

    private func body(_ scene: inout FaultScene) -> Data {
        let body = scene.honest.body
        switch self {
        case .emptyObject: return Data("{}".utf8)
        case .otherValue: return Data(scene.pick(["null", "[]", "0", "\"\"", "true", "1e999", "NaN", "{\"a\":1}"]).utf8)
        case .mutated: return mutated(body, &scene)
        case .flipped: return flipped(body, &scene)
        case .cut: return scene.beginning(of: body)
        case .doubled: return body + body
        case .deep: return Data(repeating: UInt8(ascii: "["), count: 500_000)
        case .deepObjects: return Data(String(repeating: "{\"error\":", count: 50_000).utf8)
        case .byteOrderMark: return Data([0xEF, 0xBB, 0xBF]) + body
        case .otherEncoding: return String(decoding: body, as: UTF8.self).data(using: .utf16) ?? body
        case .blanks: return Data(" \r\n\t".utf8)
        default: return Data()
        }
    }

    private func mutated(_ body: Data, _ scene: inout FaultScene) -> Data {
        guard let json = try? JSONValue(parsing: body) else { return flipped(body, &scene) }
        return Data(JSONTree(json).mutated(using: &scene.random).text.utf8)
    }

    private func flipped(_ body: Data, _ scene: inout FaultScene) -> Data {
        var body = Data(body)
        if !body.isEmpty { body[scene.number(0...body.count - 1)] = UInt8.random(in: .min ... .max, using: &scene.random) }
        return body
    }

    /// A hundred million bytes.
    private func large(_ honest: HonestAnswer) -> [ScriptedStep] {
        let piece = Data(repeating: 0x20, count: 1_000_000)
        if self == .large {
            return [.send(honest.head(["Content-Length": "100000000"]))] + (0..<100).map { _ in .send(piece) }
        }
        let head = honest.head(["Content-Length": nil, "Transfer-Encoding": "chunked"])
        let chunk = ChunkFault.chunk(piece)
        return [.send(head)] + (0..<100).map { _ in .send(chunk) } + [.send("0\r\n\r\n")]
    }
}
