import CairnCore
import CairnGeo
import Foundation

/// One run of work that takes a map offline.
final class OfflineMapRun<Work: OfflineMapWork>: Sendable {
    private let work: Work
    private let context: JobContext<Work>
    private let checkpoint: SharedCheckpoint<Work>
    private let folder: OfflineFolder

    init(_ work: Work, _ context: JobContext<Work>) {
        (self.work, self.context) = (work, context)
        folder = work.folder(of: context.jobID)
        checkpoint = SharedCheckpoint(context, context.checkpoint ?? OfflineMapCheckpoint())
    }

    func run() async throws -> GenerateOfflineMapResult {
        let isTrusted = !context.isAtWork || checkpoint.read(\.isPlaced) == true
        let isInPlace = folder.isInPlace(trusted: isTrusted)
        if let plan = complete(isInPlace) {
            let held = context.isAtWork && !isInPlace ? try await context.takeOutput { try folder.hold() } : nil
            return try await placed(plan, held, trusted: isTrusted)
        }
        try expectNotMoved()
        try folder.expectRoom()
        if checkpoint.read(\.isComplete) { try await checkpoint.save { ($0.isComplete, $0.isPlaced) = (false, nil) } }
        let order = try await ordered()
        // Not before: what cannot be taken offline leaves no folder.
        let begun = try await context.takeOutput { try folder.begin() }
        try await takeParts(order, begun)
        try expectInPlace(begun)
        try await write(order)
        try await checkpoint.save { $0.isComplete = true }
        return try await placed(order.plan, begun, trusted: false)
    }

    /// Finds out, before anything is made anew, whether what was complete is gone.
    private func expectNotMoved() throws {
        guard checkpoint.read(\.isComplete) else { return }
        // What cannot be seen, as on a disk that is away, is not gone.
        try DurableFile.expectFolder(of: work.downloadDirectory)
        // It may have been moved, and its copies be edited where it is.
        if checkpoint.read(\.isPlaced) == true, folder.begun == nil {
            throw PartialOutputTrouble.gone(path: work.downloadDirectory.path)
        }
    }

    /// What was asked for, if all of that is there, or the output of a job that has ended is asked for.
    private func complete(_ isInPlace: Bool) -> OfflineMapPlan? {
        guard let plan = checkpoint.read({ $0.isComplete ? $0.order?.plan : nil }) else { return nil }
        return !context.isAtWork || isInPlace || isWhole(plan) ? plan : nil
    }

    /// Gives the folder its name, unless it has it.
    private func placed(
        _ plan: OfflineMapPlan, _ held: FileDescriptor?, trusted isTrusted: Bool
    ) async throws -> GenerateOfflineMapResult {
        defer { withExtendedLifetime(held) {} }
        // A job that says that it is paused, or cancelled, has not put anything in place.
        try context.commit()
        try folder.putInPlace(trusted: isTrusted)
        if context.isAtWork {
            try await context.afterPlacing {
                try await checkpoint.save { $0.isPlaced = true }
                try folder.handOver()
            }
        }
        return GenerateOfflineMapResult(url: work.downloadDirectory, errors: errors(plan))
    }

    /// Whether all that has come is still there.
    private func isWhole(_ plan: OfflineMapPlan) -> Bool {
        let ended = checkpoint.read(\.ended)
        let names = [MobileMapPackageManifest.fileName, MobileMapPackageManifest.mapName]
        return names.allSatisfy { DurableFile.isThere(atPath: folder.partial.appending(path: $0).path) }
            && plan.parts.allSatisfy { part in ended[part.name].map { $0.reason != nil || part.isThere(in: folder) } ?? false }
    }

    /// What is asked for: found out once, so that a run that goes on asks for the same. Of that which could not be asked for, it is found out again.
    private func ordered() async throws -> OfflineMapOrder {
        let known = checkpoint.read(\.order)
        if let known, !checkpoint.read(\.isIncomplete) { return known }
        let order = if let known { try await replanned(known) } else { try await work.order(in: context) }
        try await checkpoint.save { ($0.order, $0.isIncomplete) = (order, false) }
        return order
    }

    private func replanned(_ known: OfflineMapOrder) async throws -> OfflineMapOrder {
        var order = known
        let planner = OfflineMapPlanner(known.map.map, known.parameters, context.services)
        order.plan = try await planner.plan(work.overrides, keeping: known.plan) { [context] ask in
            try await context.ridingOut(ask)
        }
        return order
    }

    // MARK: - The parts

    /// Somebody may have moved the folder, and what is there now be another's.
    private func expectInPlace(_ begun: FileDescriptor) throws {
        guard try begun.isInPlace() else { throw PartialOutputTrouble.moved(path: folder.partial.path) }
    }

    private func takeParts(_ order: OfflineMapOrder, _ begun: FileDescriptor) async throws {
        let parts = order.plan.parts
        let ended = checkpoint.read(\.ended)
        // What has come may have been tidied up since.
        let gone = parts.filter { part in ended[part.name].map { $0.reason == nil } == true && !part.isThere(in: folder) }
        if !gone.isEmpty {
            // What is left of them is in the way.
            for part in gone { folder.remove(part.path, part.stylePath) }
            // Once: what comes of them from now on is gone on with.
            try await checkpoint.save { checkpoint in for part in gone { checkpoint.ended[part.name] = nil } }
        }
        let left = parts.filter { checkpoint.read(\.ended)[$0.name] == nil }
        let weight = 0.95 / Double(max(1, parts.count))
        // So many are asked for side by side.
        _ = try await left.concurrentMap(atMost: 4) { [self] part in
            try await take(part, weight, order.manifest.portalURL, begun)
        }
        let missing = errors(order.plan)
        let isNothing = !missing.isEmpty && checkpoint.read { $0.ended.values.allSatisfy { $0.reason != nil } }
        guard isNothing || !missing.isEmpty && !work.continuesOnErrors else { return }
        // Tried again, it takes what is missing, and only that.
        try await checkpoint.save { ($0.ended, $0.isIncomplete) = ($0.ended.filter { $0.value.reason == nil }, true) }
        let (title, reasons) = (order.manifest.title, missing.map(\.reason))
        throw isNothing ? OfflineMapError.nothing(map: title, reasons: reasons) : .incomplete(map: title, reasons: reasons)
    }

    /// Takes one part, and notes how it has ended.
    private func take(_ part: OfflineMapPart, _ weight: Double, _ portal: URL?, _ begun: FileDescriptor) async throws {
        let reason: String?
        try expectInPlace(begun)
        do {
            try await part.take(in: context, to: folder, weight, portal: portal)
            try expectInPlace(begun)
            reason = nil
        } catch PartialOutputTrouble.moved(let path) {
            throw PartialOutputTrouble.moved(path: path)
        } catch let error where error is CancellationError || error is JobError {
            // A network that is gone, or a job that is stopped, says nothing of the part.
            throw error
        } catch GeoprocessingError.outcomeUnknown(let task, let reason) {
            // Nor does an answer that was lost.
            throw GeoprocessingError.outcomeUnknown(task: task, reason: reason)
        } catch let error where Self.isOfDisk(error) {
            // Nor does a full disk, or a file that cannot be read just now, be it that the folder was moved away from under an open one.
            try expectInPlace(begun)
            throw error
        } catch {
            try expectInPlace(begun)
            reason = error.words
            let names = part.layers.map(\.title).joined(separator: ", ").printable(upTo: 200)
            context.post("\(names) could not be taken offline. \(error.words)", severity: .warning)
        }
        try await checkpoint.save { $0.ended[part.name] = OfflineMapPart.Ending(reason: reason) }
    }

    private static func isOfDisk(_ error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError: error.isOutOfSpace || error.isUnavailable
        case let error as SystemError: error.isOutOfSpace || error.isUnavailable
        default: false
        }
    }

    /// What is not there, and why.
    private func errors(_ plan: OfflineMapPlan) -> [OfflineMapLayerError] {
        let ended = checkpoint.read(\.ended)
        return plan.errors
            + plan.parts.flatMap { part in
                guard let reason = ended[part.name]?.reason else { return [OfflineMapLayerError]() }
                return part.layers.map { OfflineMapLayerError($0, reason: reason) }
            }
    }

    // MARK: - The map

    /// Leaves nothing of a part that is not there, here and in its service.
    private func giveUp(_ part: OfflineMapPart) async {
        let left = await context.cancelServerJobs(ofChildNamed: part.name)
        if !left.isEmpty { context.post(JobError.cancellationUnconfirmed(serverJobIDs: left).description, severity: .warning) }
        await part.discard(from: folder, context.services)
    }

    private func write(_ order: OfflineMapOrder) async throws {
        let (folder, ended) = (folder.partial, checkpoint.read(\.ended))
        let present = order.plan.parts.filter { part in ended[part.name].map { $0.reason == nil } ?? false }
        for part in order.plan.parts where !present.contains(part) { await giveUp(part) }
        try DurableFile.removeLeftovers(in: folder)
        let rewriting = try await OfflineMapRewriting(order.map.map, order.parameters, present, in: folder)
        let map = rewriting.map.json.data(pretty: true)
        try DurableFile.replace(folder.appending(path: MobileMapPackageManifest.mapName), with: map)
        var manifest = order.manifest
        if let picture = order.thumbnail {
            manifest.thumbnail = "thumbnail.png"
            try DurableFile.replace(folder.appending(path: "thumbnail.png"), with: picture)
        }
        try manifest.write(to: folder)
    }
}
