import AGSCompat
import CairnCore
import CairnTesting
import Foundation
import Synchronization

/// Counts to three through the gate of its name, and writes down where each body began.
struct SteppingWork: JobWork {
    static let kind = "test.toolkit.stepping"
    var name: String

    typealias Checkpoint = Int
    typealias Services = Void

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
        var done = context.checkpoint ?? 0
        Steps.of(name).began(at: done)
        while done < 3 {
            try await Steps.of(name).gate.pass()
            done += 1
            try await context.save(done)
        }
        return done
    }
}

/// What the works of one name go through.
final class Steps: Sendable {
    private static let known = Mutex<[String: Steps]>([:])

    let gate = Gate()
    private let starts = Mutex<[Int]>([])

    static func of(_ name: String) -> Steps {
        known.withLock { known in
            let steps = known[name] ?? Steps()
            known[name] = steps
            return steps
        }
    }

    var beginnings: [Int] { starts.withLock(\.self) }
    func began(at step: Int) { starts.withLock { $0.append(step) } }
}

/// A server that cannot be asked.
final class MuteJob: AGSJob {
    override func checkStatus(completion: ((Error?) -> Void)?) -> AGSCancelable {
        completion?(CocoaError(.fileReadUnknown))
        return super.checkStatus(completion: nil)
    }
}
