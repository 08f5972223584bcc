import CairnTesting
import Foundation

/// The length that the head tells is not that of the body, or is none.
enum LengthFault: Fault, CaseIterable {
    case tooLong, tooShort, negative, huge, noNumber, twoDifferent, twoEqual, list, besidesChunks, none, noneAndCut

    var hides: FaultHiding { [.tooShort, .noNumber, .noneAndCut].contains(self) ? .length : .nothing }

    func steps(_ scene: inout FaultScene) -> [ScriptedStep] {
        let count = scene.honest.body.count
        switch self {
        case .tooLong: return length("\(count + scene.number(1...9999))", &scene)
        case .tooShort: return length("\(scene.number(0...max(0, count - 1)))", &scene)
        case .negative: return length("-\(scene.number(1...count + 1))", &scene)
        case .huge: return length(scene.pick(["9223372036854775807", "9223372036854775808", "99999999999999999999999"]), &scene)
        case .noNumber: return length(scene.pick(["", "abc", "0x10", "+5", "\(count)abc", "1e3", "５"]), &scene)
        case .twoDifferent: return length("\(count)\r\nContent-Length: \(scene.number(0...count + 5))", &scene)
        case .twoEqual: return length("\(count)\r\nContent-Length: \(count)", &scene)
        case .list: return length("\(count), \(count)", &scene)
        case .besidesChunks:
            let head = scene.honest.head(["Content-Length": "5", "Transfer-Encoding": "chunked"])
            return [.send(head + ChunkFault.chunked(scene.honest.body)), .close]
        case .none: return [.send(scene.honest.head(["Content-Length": nil]) + scene.honest.body), .close]
        case .noneAndCut:
            return [.send(scene.honest.head(["Content-Length": nil]) + scene.beginning(of: scene.honest.body)), .close]
        }
    }

    /// The connection ends, sooner or later: to who takes the answer for complete it would otherwise seem to be of use.
    private func length(_ text: String, _ scene: inout FaultScene) -> [ScriptedStep] {
        let answer = ScriptedStep.send(scene.honest.head(["Content-Length": text]) + scene.honest.body)
        return [answer, .pause(.milliseconds(scene.pick([0, 500]))), .close]
    }
}
