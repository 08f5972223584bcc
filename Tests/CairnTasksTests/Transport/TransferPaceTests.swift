import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

struct TransferPaceTests {
    private let start = ContinuousClock.now
    private let url = URL(string: "http://localhost")!

    private func pace(_ timeout: Duration?, _ stall: Duration?) -> TransferPace {
        TransferPace(HTTPRequest(.get, url, timeout: timeout, stallTimeout: stall), since: start, now: start)
    }

    private func isOverdue(_ pace: inout TransferPace, _ seconds: Double) -> Bool { pace.isOverdue(start + .seconds(seconds)) }

    @Test func `an exchange is over at its deadline, however it moves`() {
        var pace = pace(.seconds(10), nil)
        pace.move(1 << 40)
        #expect(pace.limit == start + .seconds(10))
        #expect(!isOverdue(&pace, 9.999))
        #expect(isOverdue(&pace, 10))
    }

    @Test func `what moves enough may take as long as it likes, and a byte a second is not enough`() {
        var (quick, slow) = (pace(nil, .seconds(10)), pace(nil, .seconds(10)))
        for second in 1...100 {
            quick.move(200)
            #expect(!isOverdue(&quick, Double(second)))
            slow.move(1)
            #expect(isOverdue(&slow, Double(second)) == (second >= 10))
        }
    }

    @Test func `time in which nobody reads does not count as standing still`() {
        var pace = pace(nil, .seconds(10))
        pace.pause()
        #expect(pace.limit == nil && !isOverdue(&pace, 1000))
        pace.resume(start + .seconds(1000))
        #expect(!isOverdue(&pace, 1009) && isOverdue(&pace, 1010))
    }

    @Test(arguments: [Duration.seconds(Int64.max), .seconds(1e18), .zero, .seconds(-5)])
    func `no limit is beyond what can be counted`(_ limit: Duration) {
        var pace = pace(limit, limit)
        #expect(isOverdue(&pace, 0) == (limit <= .zero))
    }

    /// Against a second implementation, which looks at the whole history.
    @Test(arguments: 1...200)
    func `whatever happens, it is overdue when the history says so`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var pace = pace(nil, .seconds(7))
        var (now, began, moved, isPaused) = (0, 0, 0, false)
        for _ in 0..<200 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: now += Int.random(in: 0...4, using: &random)
            case 1:
                let bytes = Int.random(in: 0...700, using: &random)
                pace.move(bytes)
                moved += bytes
            case 2:
                pace.pause()
                isPaused = true
            case 3 where isPaused:
                pace.resume(start + .seconds(now))
                (began, moved, isPaused) = (now, 0, false)
            default:
                let isOver = !isPaused && now >= began + 7 && moved < 1024
                #expect(isOverdue(&pace, Double(now)) == isOver)
                if isOver { return }
                if !isPaused, now >= began + 7 { (began, moved) = (now, 0) }
            }
        }
    }
}
