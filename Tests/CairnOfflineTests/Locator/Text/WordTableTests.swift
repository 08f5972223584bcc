import Testing

@testable import CairnOffline

struct WordTableTests {
    @Test func `a table has the words that it was made of, and no others`() {
        var random = FixedRandom(seed: 5)
        let letters = ["a", "b", "q", "ß", "é", "東", "1", "-", ""]
        func word() -> String {
            (0..<Int.random(in: 0...70, using: &random)).map { _ in letters.randomElement(using: &random)! }.joined()
        }
        let own = Dictionary((0..<300).map { (word(), $0) }) { first, _ in first }
        let table = WordTable(own)
        for word in own.keys { #expect(table[word] == own[word]) }
        for _ in 0..<3000 {
            let word = word()
            #expect(table[word] == own[word])
        }
    }
}
