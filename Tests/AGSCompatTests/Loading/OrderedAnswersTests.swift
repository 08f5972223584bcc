import Foundation
import Testing

@testable import AGSCompat

@MainActor
struct OrderedAnswersTests {
    private struct Trouble: Error {}

    /// What is told, in its order, when callers are answered in another.
    private func told(_ count: Int, answering order: [Int]) async -> [String] {
        let (answers, log) = (OrderedAnswers(), LegacyLog())
        await withCheckedContinuation { continuation in
            for caller in 0..<count {
                let number = answers.expect { error in
                    log.add("\(caller)\(error == nil ? "" : " failed")")
                    if log.entries.count == count { continuation.resume() }
                }
                #expect(number == caller)
            }
            for number in order { answers.answer(number, number % 3 == 0 ? Trouble() : nil) }
        }
        return log.entries
    }

    @Test func `callers are told in the order in which they have asked, each its own answer`() async throws {
        var random = SystemRandomNumberGenerator()
        for count in 1...20 {
            let order = Array(0..<count).shuffled(using: &random)
            let expected = (0..<count).map { $0 % 3 == 0 ? "\($0) failed" : "\($0)" }
            #expect(await told(count, answering: order) == expected, "\(order)")
        }
    }

    @Test func `who asks later has a number of his own, and is told then`() async throws {
        let (answers, log) = (OrderedAnswers(), LegacyLog())
        for caller in 0..<3 {
            await withCheckedContinuation { continuation in
                let number = answers.expect { _ in
                    log.add("\(caller)")
                    continuation.resume()
                }
                answers.answer(number, nil)
            }
        }
        #expect(log.entries == ["0", "1", "2"])
    }
}
