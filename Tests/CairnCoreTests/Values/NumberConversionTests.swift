import CairnCore
import Testing

struct NumberConversionTests {
    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0x1p63, -0x1.0000000000001p63])
    func `a number without a place has no whole number`(value: Double) {
        #expect(Int(rounding: value) == nil)
        #expect(UInt8(rounding: value, .down) == nil)
        #expect(Int32(rounding: value, .towardZero) == nil)
    }

    @Test func `a number is rounded as asked`() {
        #expect([2.5, -2.5, 1e-300, -0.0].map { Int(rounding: $0) } == [3, -3, 0, 0])
        #expect([2.9, -2.1].map { Int(rounding: $0, .down) } == [2, -3])
        #expect([2.9, -2.9].map { Int64(rounding: $0, .towardZero) } == [2, -2])
        #expect([255.4, 255.5, -0.4, -0.6].map { UInt8(rounding: $0) } == [255, nil, 0, nil])
        #expect(Int(rounding: -0x1p63) == .min)
        #expect(UInt64(rounding: 0x1p63) == 1 << 63)
    }

    @Test func `a number is brought into a range`() {
        #expect([-1, 0.5, 2, .infinity, -.infinity, .nan].map { $0.clamped(to: 0...1) } == [0, 0.5, 1, 1, 0, 0])
    }

    @Test func `no number of seconds traps`() {
        #expect(Duration.seconds(clamping: 1.5) == .milliseconds(1500))
        #expect(Duration.seconds(clamping: -0.25) == .milliseconds(-250))
        #expect(Duration.seconds(clamping: .nan) == .zero)
        #expect(Duration.seconds(clamping: 1e300) == .seconds(1_000_000_000_000_000))
        #expect(Duration.seconds(clamping: -.infinity) == .seconds(-1_000_000_000_000_000))
    }

    @Test(arguments: [1e300, -1e300, .nan, .infinity, 0, -1])
    func `no factor of a backoff or a schedule traps`(factor: Double) {
        let backoff = Backoff(multiplier: factor, jitter: factor)
        for failures in [1, 2, 100] { _ = backoff.delay(afterFailures: failures) { 0.5 } }
        let endless = Backoff(maximum: .seconds(Int64.max), multiplier: factor, jitter: 0.5)
        _ = endless.delay(afterFailures: 1000) { 0.5 }
        _ = PollingSchedule(shareOfAge: factor, jitter: factor).interval(atAge: .seconds(3600)) { 0.5 }
    }

    @Test func `the delay after any number of failures is known at once`() {
        let most = Backoff(jitter: 0).delay(afterFailures: .max) { 0.5 }
        #expect(most == .seconds(30))
        #expect(Backoff(initial: .zero, maximum: .zero).delay(afterFailures: .max) { 0.5 } == .zero)
        #expect(Backoff(initial: .zero).delay(afterFailures: .max) { 0.5 } == .zero)
        #expect(Backoff(initial: .seconds(1), multiplier: 1, jitter: 0).delay(afterFailures: .max) { 0.5 } == .seconds(1))
    }
}
