import CairnCore
import CairnTasks
import Foundation
import Synchronization

/// A transport that gives every request little time and room, and sees whether those are kept.
final class HastyTransport: HTTPTransport {
    static let time = Duration.milliseconds(300)
    /// Where everything goes well, a machine that has much to do gets more.
    private static let longTime = Duration.seconds(30)
    static let room = 2 << 20

    private let base: any HTTPTransport
    private let longest = Mutex(Duration.zero)
    private let isPatient = Atomic(false)

    init(_ base: any HTTPTransport) {
        self.base = base
    }

    /// How long the longest request took, its body included: of those that had little time.
    var longestRequest: Duration { longest.withLock(\.self) }

    func bePatient(_ patient: Bool = true) {
        isPatient.store(patient, ordering: .relaxed)
    }

    @concurrent
    func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws -> HTTPResponseStream {
        var hasty = request
        let isPatient = isPatient.load(ordering: .relaxed)
        hasty.timeout = isPatient ? Self.longTime : Self.time
        hasty.maximumResponseSize = min(request.maximumResponseSize, Self.room)
        let start = isPatient ? nil : ContinuousClock.now
        do {
            var answer = try await base.stream(hasty, sent: sent)
            answer.body = HTTPResponseBody { [self, body = answer.body] in
                defer { note(since: start) }
                var iterator = body.makeAsyncIterator()
                return try await iterator.next()
            }
            note(since: start)
            return answer
        } catch {
            note(since: start)
            throw error
        }
    }

    private func note(since start: ContinuousClock.Instant?) {
        guard let time = start?.duration(to: .now) else { return }
        longest.withLock { $0 = max($0, time) }
    }
}
