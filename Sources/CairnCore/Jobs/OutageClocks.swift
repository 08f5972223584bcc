/// How long each operation of a job has been without a good answer, in time that the job ran.
///
/// Every operation counts for itself, from its first failure in a row: that others get answers says nothing about its server. So does the
/// work as a whole, whose calls may have their answers each time before it fails: its outage ends when it gets on. What an
/// operation had waited when the job was stopped is carried on in its node, and counts for the node's operations after a resume until
/// one of them has an answer.
struct OutageClocks: Sendable {
    /// An operation of the work at a path; the work as a whole is call 0.
    struct Operation: Hashable, Sendable {
        let path: [String]
        var call = 0
    }

    private struct Outage: Sendable {
        let began: Duration
        let carried: Duration
    }

    private var outages: [Operation: Outage] = [:]
    private var carried: [[String]: Duration] = [:]

    init() {}

    /// Goes on where the record of a job stood; from now on this counts, and not the nodes.
    init(taking node: inout JobNode) {
        node.forEach { path, node in
            if node.outageSeconds > 0 { carried[path] = .seconds(clamping: node.outageSeconds) }
        }
        for path in carried.keys { _ = node.update(at: path[...]) { $0.outageSeconds = 0 } }
    }

    /// Notes a failure, and returns how long the operation has failed.
    mutating func failed(_ operation: Operation, at now: Duration) -> Duration {
        let outage = outages[operation] ?? Outage(began: now, carried: carried[operation.path] ?? .zero)
        outages[operation] = outage
        return outage.carried + (now - outage.began)
    }

    /// Notes a good answer.
    mutating func answered(_ operation: Operation) {
        if outages.isEmpty, carried.isEmpty { return }
        outages[operation] = nil
        carried[operation.path] = nil
    }

    /// The operation is given up. What it has waited is kept if the job stops with it.
    mutating func ended(_ operation: Operation, at now: Duration, isStopping: Bool) {
        guard let outage = outages.removeValue(forKey: operation) else { return }
        guard isStopping else {
            // With what had been carried over.
            carried[operation.path] = nil
            return
        }
        let lasted = outage.carried + (now - outage.began)
        carried[operation.path] = max(carried[operation.path] ?? .zero, lasted)
    }

    /// The job stops: what has been waited so far is kept.
    mutating func stop(at now: Duration) {
        carried = longest(at: now)
        outages = [:]
    }

    /// The longest outage of each node that has any.
    func longest(at now: Duration) -> [[String]: Duration] {
        outages.reduce(into: carried) { longest, entry in
            let lasted = entry.value.carried + (now - entry.value.began)
            longest[entry.key.path] = max(longest[entry.key.path] ?? .zero, lasted)
        }
    }
}
