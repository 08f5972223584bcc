#if os(Linux)
    import CairnCore
    import Foundation

    /// Requests that wait until there is room: so many to one host are under way at a time.
    ///
    /// curl could let them wait itself, but forgets some of them now and then (7.88), and looks through all of them at every step.
    struct CurlQueue {
        private struct Host {
            var runningCount = 0
            /// Those that were cancelled meanwhile are not taken out: they are passed over.
            var waiting = Queue<Int>()
        }

        private struct Entry {
            let order: CurlOrder
            let deadline: ContinuousClock.Instant?
        }

        private let width: Int
        private var hosts: [String: Host] = [:]
        private var entries: [Int: Entry] = [:]

        init(width: Int) {
            self.width = width
        }

        private static func host(_ order: CurlOrder) -> String {
            let url = order.request.url
            return "\(url.scheme?.lowercased() ?? "")://\(url.host?.lowercased() ?? ""):\(url.port ?? -1)"
        }

        /// The first moment at which one that waits is over its time.
        var limit: ContinuousClock.Instant? { entries.values.lazy.compactMap(\.deadline).min() }

        /// Whether a request may begin now. Else it waits, until `deadline` at most.
        mutating func admit(_ number: Int, _ order: CurlOrder, deadline: ContinuousClock.Instant?) -> Bool {
            let name = Self.host(order)
            if hosts[name, default: Host()].runningCount < width {
                hosts[name, default: Host()].runningCount += 1
                return true
            }
            hosts[name, default: Host()].waiting.append(number)
            entries[number] = Entry(order: order, deadline: deadline)
            return false
        }

        /// Makes room for the next: a request that had begun has ended.
        mutating func next(after order: CurlOrder) -> (number: Int, order: CurlOrder)? {
            let name = Self.host(order)
            while let number = hosts[name]?.waiting.popFirst() {
                if let entry = entries.removeValue(forKey: number) { return (number, entry.order) }
            }
            hosts[name]?.runningCount -= 1
            if hosts[name]?.runningCount == 0 { hosts[name] = nil }
            return nil
        }

        mutating func cancel(_ number: Int) {
            entries[number] = nil
        }

        /// Takes out those that have waited too long.
        mutating func takeOverdue(_ now: ContinuousClock.Instant) -> [CurlOrder] {
            let overdue = entries.filter { $0.value.deadline.map { $0 <= now } ?? false }
            for number in overdue.keys { entries[number] = nil }
            return overdue.values.map(\.order)
        }

        var isEmpty: Bool { entries.isEmpty }
    }
#endif
