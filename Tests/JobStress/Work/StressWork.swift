import CairnCore
import Foundation

/// Writes a file step by step, and looks at each step whether it is the only one to do so and begins where it was left.
struct StressWork: JobWork {
    static let kind = "stress"

    struct Checkpoint: Codable, Sendable {
        var steps: Int
    }

    /// Its name in the directory; the job's own id is not known to it.
    let name: String
    let number: Int
    let directory: String

    /// Others are never cancelled, and must succeed.
    var mayBeCancelled: Bool { number % 3 == 0 }
    private var usesServer: Bool { number % 2 == 0 }
    private var partial: PartialFile { PartialFile(of: name, at: Site(directory: directory)) }

    init(number: Int, at site: Site) {
        self.number = number
        name = "\(number)-\(UUID().uuidString.prefix(8))"
        directory = site.directory
    }

    var partialFiles: [URL] { [partial.url] }

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
        // Who asks a job that has ended for its output needs no body.
        if context.checkpoint?.steps == Plan.steps, partial.isFinished { return Plan.steps }
        let place = context.services
        guard let lock = try await BodyLock(of: name, at: place.site, worker: place.worker) else {
            place.site.report("two owners: \(name) is done by \(place.worker), and by another")
            throw Trouble.lasting
        }
        return try await lock.holding { try await performAlone(in: context) }
    }

    private func performAlone(in context: JobContext<Self>) async throws -> Int {
        let (place, begun) = (context.services, context.checkpoint?.steps ?? 0)
        try inspectBeginning(at: begun, place, context.serverJobIDs)
        if usesServer { try await submit(in: context) }
        for step in begun..<max(begun, Plan.steps) {
            try await perform(step, place, context)
            try await context.save(Checkpoint(steps: step + 1))
            try place.log(of: name).append(.saved, step + 1)
            context.reportProgress(completed: step + 1, of: Plan.steps)
        }
        if !partial.isFinished { try partial.finish() }
        try place.mayDie(0.05)
        return Plan.steps
    }

    private func inspectBeginning(at step: Int, _ place: Workplace, _ serverJobs: [String]) throws {
        let log = place.log(of: name)
        try log.append(.begin, step)
        let (entries, site) = (try log.entries(), place.site)
        let who = "\(name), begun by \(place.worker) at step \(step)"
        if entries.stepsSaved > step { site.report("stale checkpoint: \(who), saved were \(entries.stepsSaved)") }
        if entries.hasBegunAfterUndoing { site.report("goes on after it was undone: \(who)") }
        for id in serverJobs where place.server.isCancelled(id) { site.report("goes on though cancelled on the server: \(who)") }
        for id in entries.values(of: .submitted) where !serverJobs.contains(id) {
            site.report("has lost its server job \(id): \(who)")
        }
        if !partial.isFinished, try !partial.goBack(to: step) { site.report("has lost its partial file: \(who)") }
    }

    private func submit(in context: JobContext<Self>) async throws {
        let (place, name) = (context.services, name)
        let id = try await context.submitOnce {
            let id = try place.server.submit(for: name, by: place.worker)
            try place.mayDie(0.05)
            // The answer is on its way.
            try? await context.clock.sleep(for: place.portion(of: 0.05))
            return id
        }
        try place.log(of: name).append(.submitted, id)
    }

    private func perform(_ step: Int, _ place: Workplace, _ context: JobContext<Self>) async throws {
        try place.log(of: name).append(.step, step)
        try await context.clock.sleep(for: place.portion(of: 2 * place.stepDuration))
        if place.isLucky(0.01) { throw Trouble.passing }
        if place.isLucky(0.01) { throw Trouble.lasting }
        if place.isLucky(0.1) { context.post("Step \(step)") }
        try partial.write(step)
        try place.mayDie(0.002)
    }

    static func transience(of error: any Error) -> Transience {
        if case Trouble.passing = error { .transient() } else { .final }
    }
}
