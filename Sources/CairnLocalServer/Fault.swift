import CairnCore
import Synchronization

/// A way in which real servers fail, for tests of those who call them.
public enum Fault: Sendable, Hashable {
    /// The connection is closed without an answer.
    case drop
    /// The answer comes late.
    case delay(Duration)
    /// An answer of HTTP with that status, 100 to 999, and no JSON, as gateways give it; perhaps with `Retry-After` in seconds.
    case status(Int, retryAfter: Int? = nil)
    /// The connection is closed after so many bytes of the body.
    case truncate(afterBytes: Int)
    /// The token is refused as expired (498), whatever it is.
    case expiredToken
    /// An answer of failure in the envelope of ArcGIS, with HTTP status 200.
    case serviceError(code: Int, message: String)
    /// No answer comes, ever.
    case hang
}

/// The faults a ``LocalServer`` is told to show, in their order.
///
/// ```swift
/// server.faults.inject(.status(503, retryAfter: 2), times: 3)
/// server.faults.inject(.drop, into: "geocodeAddresses")
/// ```
public final class FaultPlan: Sendable {
    private struct Planned {
        let fault: Fault
        let operation: String?
        var remaining: Int
    }

    private let planned = Mutex<[Planned]>([])

    init() {}

    /// Makes the next `times` requests fail; only those of one operation, if it is named.
    public func inject(_ fault: Fault, into operation: String? = nil, times: Int = 1) {
        guard times > 0 else { return }
        planned.withLock { $0.append(Planned(fault: fault, operation: operation?.lowercased(), remaining: times)) }
    }

    /// Forgets all faults that have not been shown yet.
    public func clear() {
        planned.withLock { $0 = [] }
    }

    func next(for operation: String) -> Fault? {
        planned.withLock { planned in
            guard let index = planned.firstIndex(where: { $0.operation == nil || $0.operation == operation.lowercased() }) else {
                return nil
            }
            planned[index].remaining -= 1
            let fault = planned[index].fault
            if planned[index].remaining <= 0 { planned.remove(at: index) }
            return fault
        }
    }
}
