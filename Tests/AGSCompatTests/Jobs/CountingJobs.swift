import AGSCompat
import CairnCore
import CairnTesting
import Foundation

/// Counts, a step at a time, through a gate, and has an id on a server.
protocol CountingWork: JobWork where Output == Int, Services == Gate, Checkpoint == Int {
    var name: String { get }
    var count: Int { get }
}

extension CountingWork {
    @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
        _ = try await context.submitOnce { "server-\(name)" }
        var done = context.checkpoint ?? 0
        while done < count {
            try await context.services.pass()
            done += 1
            try await context.save(done)
            context.post("step \(done) of \(name)")
            context.reportProgress(completed: done, of: count)
        }
        return done
    }

    @concurrent func cancelServerJobs(_ ids: [String], services: Gate) async throws {
        if name == "stubborn" { throw JobError.cancellationUnconfirmed(serverJobIDs: ids) }
    }
}

struct CountingSheep: CountingWork {
    static let kind = "test.sheep"
    var name = "sheep"
    var count = 3
}

struct CountingGoats: CountingWork {
    static let kind = "test.goats"
    var name = "goats"
    var count = 3
}

/// A kind that no class is for.
struct CountingCrows: CountingWork {
    static let kind = "test.crows"
    var name = "crows"
    var count = 3
}

/// What old callers get for a count.
final class Flock: NSObject {
    let count: Int
    init(_ count: Int) { self.count = count }
}

final class SheepParameters: NSObject {
    let name: String
    init(_ name: String) { self.name = name }
}

/// A job with a result and parameters of types of its own.
class SheepJob: AGSJob {
    override class var workKind: String? { CountingSheep.kind }
    override var jobType: AGSJobType { .geoprocessingJob }
    override func makeResult(from output: any Sendable) -> Any { Flock(output as? Int ?? -1) }
    override func makeParameters() -> Any? { (job as? Job<CountingSheep>).map { SheepParameters($0.work.name) } }

    var result: Flock? { (self as AGSJob).result as? Flock }
    var parameters: SheepParameters? { (self as AGSJob).parameters as? SheepParameters }

    func start(statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (Flock?, (any Error)?) -> Void) {
        start(statusHandler: statusHandler) { (result: Any?, error) in completion(result as? Flock, error) }
    }
}

/// A job with another result.
final class GoatsJob: AGSJob {
    override class var workKind: String? { CountingGoats.kind }
    override var jobType: AGSJobType { .syncGeodatabase }
    override func makeResult(from output: any Sendable) -> Any { [output as? Int ?? -1] }

    var result: [Int]? { (self as AGSJob).result as? [Int] }
}

/// A class that no kind has named.
final class SomebodysJob: AGSJob {}
