import CairnTesting
import Testing

@testable import CairnCore

struct LoadCallersTests {
    @Test func `callers that come and go are found among many, and answered in the order they came`() {
        var (callers, generator, aboard) = (LoadCallers(), SeededGenerator(seed: 3), Set<Int>())
        let answered = Log<Int>()
        for number in 1...20_000 {
            callers.append(.callback { _ in answered.append(number) }, number: number)
            aboard.insert(number)
            let leaving = Int.random(in: max(1, number - 50)...number, using: &generator)
            let isFound = callers.remove(leaving) != nil
            #expect(isFound == (aboard.remove(leaving) != nil))
            #expect(callers.count == aboard.count)
        }
        #expect(callers.remove(0) == nil && callers.remove(20_001) == nil)
        var wakes = Wakes()
        callers.answer(.success(()), &wakes)
        wakes.perform()
        #expect(answered.elements == aboard.sorted())
    }
}
