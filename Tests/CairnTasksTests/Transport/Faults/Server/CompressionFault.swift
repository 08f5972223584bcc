import CairnTesting
import Foundation

/// The body is compressed, or is said to be.
enum CompressionFault: Fault, CaseIterable {
    case right, cut, broken, twice, none, withRest, unknown, bomb

    var hides: FaultHiding { self == .cut ? .length : .nothing }

    func steps(_ scene: inout FaultScene) -> [ScriptedStep] {
        let packed = Compressed.gzip(scene.honest.body)
        switch self {
        case .right: return answer(packed, scene)
        case .cut: return answer(scene.beginning(of: packed), scene)
        case .broken: return answer(broken(packed, &scene), scene)
        case .twice: return answer(Compressed.gzip(packed), scene, scene.pick(["gzip, gzip", "gzip"]))
        case .none: return answer(scene.honest.body, scene, scene.pick(["gzip", "deflate", "br", "zstd"]))
        case .withRest: return answer(packed + scene.bytes(50), scene)
        case .unknown: return answer(scene.honest.body, scene, scene.pick(["strange", "", "identity", "compress", "gzip;q=1"]))
        case .bomb: return answer(Compressed.bomb, scene)
        }
    }

    private func answer(_ body: Data, _ scene: FaultScene, _ encoding: String = "gzip") -> [ScriptedStep] {
        let fields = ["Content-Length": "\(body.count)", "Content-Encoding": encoding]
        return [.send(scene.honest.head(fields) + body)]
    }

    /// The last eight bytes are a sum of the others, and their number.
    private func broken(_ packed: Data, _ scene: inout FaultScene) -> Data {
        var packed = packed
        packed[packed.startIndex + scene.number(10...packed.count - 1)] ^= 0x55
        return packed
    }
}
