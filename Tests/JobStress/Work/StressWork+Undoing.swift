import CairnCore
import Foundation

extension StressWork {
    @concurrent func cancelServerJobs(_ ids: [String], services place: Workplace) async throws {
        try await undo("cancelled", place)
        for id in ids { try place.server.cancel(id) }
        try place.mayDie(0.2)
    }

    @concurrent func discardPartialResults(of job: UUID, services place: Workplace) async {
        try? await undo("discarded", place)
        for file in partialFiles { unlink(file.path) }
        try? place.mayDie(0.2)
    }

    /// Only one who has the job may do that, and only while nobody does it.
    private func undo(_ what: String, _ place: Workplace) async throws {
        try place.log(of: name).append(.undo, what)
        if !mayBeCancelled { place.site.report("\(what) and never asked for: \(name), by \(place.worker)") }
        if try await BodyLock(of: name, at: place.site, worker: place.worker) == nil {
            place.site.report("\(what) while its body runs: \(name), by \(place.worker)")
        }
    }
}
