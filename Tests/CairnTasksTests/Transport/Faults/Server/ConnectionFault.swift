import CairnTesting
import Foundation

/// The connection ends, or stands still, or is slow.
enum ConnectionFault: Fault, CaseIterable {
    case closeAtOnce, resetAtOnce, hangAtOnce
    case closeWithin, resetWithin, hangWithin
    case pieces, drip, dripForever

    func steps(_ scene: inout FaultScene) -> [ScriptedStep] {
        let bytes = scene.honest.bytes
        switch self {
        case .closeAtOnce: return [.close]
        case .resetAtOnce: return [.reset]
        case .hangAtOnce: return [.hang]
        case .closeWithin: return [.send(scene.beginning(of: bytes)), .close]
        case .resetWithin: return [.send(scene.beginning(of: bytes)), .reset]
        case .hangWithin: return [.send(scene.beginning(of: bytes)), .hang]
        case .pieces: return pieces(bytes, &scene)
        case .drip: return bytes.flatMap { [.send(Data([$0])), .pause(.milliseconds(1))] }
        case .dripForever:
            return [.send(scene.honest.head(["Content-Length": "1000000"])), .sendForever(Data([0x20]), every: .milliseconds(5))]
        }
    }

    private func pieces(_ bytes: Data, _ scene: inout FaultScene) -> [ScriptedStep] {
        var (rest, steps) = (bytes, [ScriptedStep]())
        for _ in 0..<scene.number(1...5) {
            let piece = scene.beginning(of: rest)
            rest = Data(rest.dropFirst(piece.count))
            steps += [.send(piece), .pause(.milliseconds(scene.number(1...3)))]
        }
        return steps + [.send(rest)]
    }
}
