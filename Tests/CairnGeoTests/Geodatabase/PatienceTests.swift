@testable import CairnGeo
import Testing

struct PatienceTests {
    /// What is waited in all, in milliseconds, until it gives up.
    private func wait(_ patience: Patience, atMost most: Int = .max) -> Int {
        var (count, waited) = (0, 0)
        while waited < most, let pause = patience.pause(after: count) {
            #expect(pause > 0 && pause <= 25)
            (count, waited) = (count + 1, waited + pause)
        }
        return waited
    }

    @Test func `five seconds are waited each time, and not more`() {
        let patience = Patience()
        for _ in 0..<3 { #expect((4975...5000).contains(wait(patience))) }
    }

    @Test func `who hurries waits a quarter of a second for all that comes before`() {
        let patience = Patience()
        _ = wait(patience, atMost: 1000)
        patience.hurrying {
            #expect((225...250).contains(wait(patience)))
            for _ in 0..<3 { #expect(wait(patience) <= 25) }
            patience.hurrying { #expect(wait(patience) <= 25) }
        }
        #expect(wait(patience) > 4900)
        patience.hurrying { #expect((225...250).contains(wait(patience))) }
    }

    @Test func `what waits already is told to hurry`() {
        let patience = Patience()
        var count = 0
        for _ in 0..<100 {
            #expect(patience.pause(after: count) != nil)
            count += 1
        }
        patience.hurrying {
            var waited = 0
            while let pause = patience.pause(after: count) { (count, waited) = (count + 1, waited + pause) }
            #expect((225...250).contains(waited))
        }
    }
}
