#if os(Linux)
    import CairnTesting
    import Foundation
    import Testing

    @testable import CairnTasks

    struct CurlQueueTests {
        private func order(_ host: Int) -> CurlOrder {
            let request = HTTPRequest(.get, URL(string: "http://host\(host)/")!)
            return CurlOrder(request: request, exchange: HTTPExchange(request, resume: {}, abandon: {}), sent: { _ in })
        }

        /// Against a list for each host: no more than the width run, who waits begins in the order of coming, and nobody is forgotten.
        @Test(arguments: 1...200)
        func `however requests come and go, those of each host take turns`(_ seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            let (width, now) = (Int.random(in: 1...3, using: &random), ContinuousClock.now)
            var queue = CurlQueue(width: width)
            var running: [[Int]] = [[], [], []]
            var waiting: [[(number: Int, deadline: Int)]] = [[], [], []]
            for number in 0..<300 {
                let host = Int.random(in: 0..<3, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0, 1:
                    let deadline = Int.random(in: 0...400, using: &random)
                    let isAdmitted = queue.admit(number, order(host), deadline: now + .seconds(deadline))
                    #expect(isAdmitted == (running[host].count < width))
                    if isAdmitted { running[host].append(number) } else { waiting[host].append((number, deadline)) }
                case 2 where !running[host].isEmpty:
                    running[host].remove(at: Int.random(in: 0..<running[host].count, using: &random))
                    let next = queue.next(after: order(host))
                    #expect(next?.number == waiting[host].first?.number)
                    if let next {
                        waiting[host].removeFirst()
                        running[host].append(next.number)
                    }
                case 3:
                    if let cancelled = waiting[host].randomElement(using: &random)?.number {
                        queue.cancel(cancelled)
                        waiting[host].removeAll { $0.number == cancelled }
                    }
                default:
                    let overdue = waiting.joined().filter { $0.deadline <= number }.count
                    #expect(queue.takeOverdue(now + .seconds(number)).count == overdue)
                    for host in 0..<3 { waiting[host].removeAll { $0.deadline <= number } }
                }
                #expect(queue.isEmpty == waiting.joined().isEmpty)
                #expect(queue.limit == waiting.joined().map(\.deadline).min().map { now + .seconds($0) })
            }
        }
    }
#endif
