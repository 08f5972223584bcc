import CairnTesting
import Foundation

/// What a fault has at hand.
struct FaultScene {
    let request: ScriptedRequest
    /// What would be right.
    let honest: HonestAnswer
    /// What must come out nowhere: tokens and the password.
    let secrets: [String]
    /// A server where no request of ours has any business.
    let elsewhere: URL
    var random: SeededGenerator

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    mutating func bytes(_ count: Int) -> Data {
        Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// The beginning of data, neither none nor all of it.
    mutating func beginning(of data: Data) -> Data {
        data.count < 2 ? data : data.prefix(number(1...data.count - 1))
    }
}
