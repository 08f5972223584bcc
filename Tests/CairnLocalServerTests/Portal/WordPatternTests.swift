import CairnTesting
import Testing

@testable import CairnLocalServer

@Suite(.timeLimit(.minutes(5)))
struct WordPatternTests {
    @Test(arguments: [
        ("abc", "abc", true), ("abc", "ab", false), ("a*c", "abc", true), ("a*c", "ac", true), ("a?", "abc", false),
        ("a?c", "abc", true), ("*", "", true), ("**", "x", true), ("?", "", false), ("a*a", "a", false),
        ("*b?d*", "abcde", true),
        ("?*?", "a", false), ("?*?", "ab", true), ("*\u{e9}?", "caf\u{65}\u{301}s", true), ("?", "👩‍🌾", true),
    ])
    func `patterns say what is like them`(pattern: String, word: String, isLike: Bool) {
        #expect(WordPattern(pattern).matches(word) == isLike)
    }

    /// By the definition, in time that does not matter for short ones.
    private func isLike(_ word: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return word.isEmpty }
        if first == "*" { return isLike(word, pattern.dropFirst()) || !word.isEmpty && isLike(word.dropFirst(), pattern) }
        guard let character = word.first, first == "?" || first == character else { return false }
        return isLike(word.dropFirst(), pattern.dropFirst())
    }

    @Test func `patterns by chance say what their definition says`() {
        for seed in 0..<4000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            // Of a third the piece between two stars repeats itself, and nothing else is there.
            let (start, letters) = seed % 3 == 0 ? ("*", "aab") : ("", "aab*?")
            let some = (0..<Int.random(in: 0...9 - 3 * start.count, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? "a"
            }
            let pattern = Array(start + String(some) + start)
            let word = (0..<Int.random(in: 0...12, using: &random)).map { _ in "aab".randomElement(using: &random) ?? "a" }
            let expected = isLike(word[...], pattern[...])
            #expect(WordPattern(String(pattern)).matches(String(word)) == expected, "\(String(pattern)) of \(String(word))")
        }
    }

    @Test func `long patterns take time that is linear in their length and that of the word`() {
        let word = String(repeating: "a", count: 400_000)
        let long = String(repeating: "a", count: 100_000)
        #expect(!WordPattern("*\(long)b*").matches(word))
        #expect(WordPattern("*\(long)*a").matches(word))
        #expect(!WordPattern(String(repeating: "*a", count: 50_000) + "b").matches(word))
        #expect(!WordPattern("*" + String(repeating: "a", count: 62) + "?b*").matches(word))
    }

    @Test func `a question mark in a long piece is refused, and does no harm`() {
        let pattern = WordPattern("*" + String(repeating: "a", count: 64) + "?*")
        #expect(pattern.isTooLong && !pattern.matches(String(repeating: "a", count: 100)))
        #expect(!WordPattern("*" + String(repeating: "a", count: 63) + "?*").isTooLong)
        #expect(WordPattern("*" + String(repeating: "a", count: 63) + "?*").matches(String(repeating: "a", count: 64)))
    }
}
