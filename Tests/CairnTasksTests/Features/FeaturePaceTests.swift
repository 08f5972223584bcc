@testable import CairnTasks
import CairnTesting
import Testing

/// Whether an answer makes headway.
struct FeaturePaceTests {
    @Test(arguments: [1, 18, 100, 900]) func `a few bytes a second are none, however many they become`(bytes: Int) {
        var pace = FeaturePace()
        var seconds = 1
        while seconds < 10_000, !pace.isOverdue(after: .seconds(1), bytes: bytes, features: 0) { seconds += 1 }
        #expect(seconds == 60)
    }

    @Test func `features are, and so are many bytes of a large one`() {
        var (pace, random) = (FeaturePace(), SeededGenerator(seed: 5))
        for _ in 0..<2000 {
            let isLarge = Bool.random(using: &random)
            for second in 1...50 {
                let isFeature = !isLarge && second == 50
                let isOverdue = pace.isOverdue(after: .seconds(1), bytes: isLarge ? 6144 : 1, features: isFeature ? 1 : 0)
                #expect(!isOverdue)
            }
        }
    }

    @Test func `time in which nobody waits is none`() {
        var pace = FeaturePace()
        for _ in 0..<1000 {
            let isOverdue = pace.isOverdue(after: .zero, bytes: 1, features: 0)
            #expect(!isOverdue)
        }
    }
}
