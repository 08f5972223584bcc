import CairnTesting
import Testing

@testable import CairnCore

struct PollingScheduleTests {
    private let schedule = PollingSchedule()

    @Test(arguments: [(0.0, 0.5, 0.6), (60, 6, 7.2), (5000, 60, 48)])
    func `chance prolongs an interval, and shortens the longest`(age: Double, plain: Double, changed: Double) {
        #expect(abs(schedule.interval(atAge: .seconds(clamping: age)) { 0 }.seconds - plain) < 1e-9)
        #expect(abs(schedule.interval(atAge: .seconds(clamping: age)) { 1 }.seconds - changed) < 1e-9)
    }

    @Test func `no interval is beyond the limits, whatever the age and the chance`() {
        for age in stride(from: 0.0, through: 700, by: 1) {
            for chance in [0, 0.5, 1] {
                let interval = schedule.interval(atAge: .seconds(clamping: age)) { chance }
                #expect((schedule.minimum...schedule.maximum).contains(interval))
            }
        }
    }

    @Test func `a thousand jobs ask at most 170 times a second once they are a minute old`() {
        let chance = Guarded(SeededGenerator(seed: 7))
        var counts = [0, 0, 0]
        for _ in 0..<1000 {
            var age = 0.0
            while age < 75 {
                if age >= 60, let second = Int(rounding: age, .down) { counts[(second - 60) / 5] += 1 }
                age +=
                    schedule.interval(atAge: .seconds(clamping: age)) {
                        chance.change { chance, _ in .random(in: 0..<1, using: &chance) }
                    }
                    .seconds
            }
        }
        #expect(counts.allSatisfy { (600...850).contains($0) })
    }
}
