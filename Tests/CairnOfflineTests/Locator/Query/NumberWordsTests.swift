import Foundation
import Testing

@testable import CairnOffline

struct NumberWordsTests {
    @Test func `numbers to 99 are read as they are spelt out`() {
        let formatter = NumberFormatter()
        formatter.numberStyle = .spellOut
        formatter.locale = Locale(identifier: "en_US")
        for number in 1...99 {
            let words = formatter.string(from: NSNumber(value: number))!
            for written in [words, words.capitalized, words.replacing("-", with: " ")] {
                #expect(NumberWords.inFigures("\(written) Jane Street") == "\(number) Jane Street", "\(written)")
            }
        }
    }

    @Test(arguments: [
        "", "one", "Jane One", "zero Jane Street", "Onehouse Road", "12 One Street", "-", "twenty-", "one hundred Main St",
        "Twenty thousand leagues",
    ])
    func `what begins otherwise, or with nothing behind it, stays as it is`(text: String) {
        #expect(NumberWords.inFigures(text) == nil)
    }

    @Test func `a number ends where the next word is none of its units`() {
        #expect(NumberWords.inFigures("Twenty Eleven Street") == "20 Eleven Street")
        #expect(NumberWords.inFigures("Twenty Rivers") == "20 Rivers")
        #expect(NumberWords.inFigures("twenty one") == "20 one")
        #expect(NumberWords.inFigures("Twenty One, Main St") == "21 Main St")
    }
}
