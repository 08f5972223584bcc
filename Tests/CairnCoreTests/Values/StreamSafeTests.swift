import CairnTesting
import Testing

@testable import CairnCore

struct StreamSafeTests {
    /// The longest run of marks, after letters have been taken apart.
    private func longestRun(_ text: String) -> Int {
        var (run, longest) = (0, 0)
        for scalar in text.unicodeScalars {
            run = scalar.isMark ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    @Test(arguments: 1...200) func `no run of marks is longer than any writing has, and nothing else changes`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters: [Unicode.Scalar] = ["a", "\u{E9}", "\u{5D0}", "\u{1F600}", "\u{AC00}", "\u{34F}"]
        let marks: [Unicode.Scalar] = ["\u{301}", "\u{323}", "\u{5B0}", "\u{F73}", "\u{344}", "\u{1D165}"]
        var scalars: [Unicode.Scalar] = []
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            scalars.append(letters.randomElement(using: &random)!)
            for _ in 0..<[0, 1, 29, 30, 31, 61, 200].randomElement(using: &random)! {
                scalars.append(marks.randomElement(using: &random)!)
            }
        }
        let text = String(String.UnicodeScalarView(scalars))
        let safe = text.streamSafe
        #expect(longestRun(safe) <= 30)
        #expect(safe.unicodeScalars.filter { $0 != "\u{34F}" } == text.unicodeScalars.filter { $0 != "\u{34F}" })
        if longestRun(text) <= 30 { #expect(safe.unicodeScalars.elementsEqual(text.unicodeScalars)) }
    }

    @Test func `names and values of JSON are in that form`() throws {
        let marks = String(repeating: "\u{323}\u{301}", count: 50_000)
        let json = try JSONValue(parsing: "{\"e\(marks)\":\"e\(marks)\",\"e\(marks)x\":1}")
        let members = try #require(json.object)
        #expect(members.count == 2)
        for (name, value) in members {
            #expect(longestRun(name) <= 30 && longestRun(value.string ?? "") <= 30)
        }
        #expect(json == json)
    }
}
