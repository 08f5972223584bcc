import CairnCore
import Testing

struct UniquedTests {
    @Test func `each element stays once, where it first came`() {
        var random = Random(seed: 71)
        for _ in 0..<500 {
            let given = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...12, using: &random) }
            let expected = given.enumerated().filter { place, value in !given[..<place].contains(value) }.map(\.element)
            #expect(given.uniqued() == expected)
        }
    }
}
