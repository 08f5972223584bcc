import CairnTesting
import Foundation

/// The part of a file is another one than was asked for, or does not say which it is.
enum PartFault: Fault, CaseIterable {
    case noValidator, otherValidator, weakValidator, otherTotal, otherStart, noRange, tooMany, tooFew, unknownTotal
    case hugeTotal, garbledRange, manyParts, notSatisfiable, wholeInstead

    var hides: FaultHiding { self == .wholeInstead ? .everything : self == .tooFew ? .length : .nothing }

    /// What is not to be taken is told from what is by its bytes.
    func steps(_ scene: inout FaultScene) -> [ScriptedStep] {
        var answer = scene.honest
        answer.status = self == .wholeInstead ? 200 : self == .notSatisfiable ? 416 : 206
        answer.body =
            self == .tooMany
            ? answer.body + Data(count: 9) : self == .tooFew ? scene.beginning(of: answer.body) : wrong(answer.body)
        if self == .noValidator { answer.fields["ETag"] = nil }
        if self == .otherValidator { answer.fields["ETag"] = "\"other\"" }
        if self == .weakValidator { answer.fields["ETag"] = (answer.fields["ETag"] ?? "").replacing("\"v", with: "W/\"v") }
        if self == .wholeInstead { answer.fields["ETag"] = "\"whole\"" }
        if let range = range(&scene) { answer.fields["Content-Range"] = range }
        if [.noRange, .wholeInstead].contains(self) { answer.fields["Content-Range"] = nil }
        if self == .manyParts { answer.fields["Content-Type"] = "multipart/byteranges; boundary=x" }
        return [.send(answer.bytes)]
    }

    private func wrong(_ body: Data) -> Data { Data(repeating: 0xEE, count: body.count) }

    private func range(_ scene: inout FaultScene) -> String? {
        guard let honest = scene.honest.fields["Content-Range"] else { return nil }
        let bounds = honest.split(separator: "/")
        switch self {
        case .otherTotal: return "\(bounds[0])/\(scene.number(1...100_000))"
        case .otherStart: return "bytes \(scene.number(0...5000))-9999/10000"
        case .unknownTotal: return "\(bounds[0])/*"
        case .hugeTotal: return "\(bounds[0])/99999999999999999999999"
        case .garbledRange:
            return scene.pick(["bytes", "bytes -/-", "bytes 5-1/10", "lines 1-2/3", "bytes */10", "bytes -5--1/10"])
        case .manyParts: return ""
        default: return honest
        }
    }
}
