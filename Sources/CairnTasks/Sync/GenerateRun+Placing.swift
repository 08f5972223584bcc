import CairnCore
import CairnGeo
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

extension GenerateRun {
    /// Puts what is written in its place. Whatever stands in the way, it is complete, and stays so until that is put right.
    ///
    /// - Parameter id: That of the copy; nil of one that is never brought up to date.
    mutating func place(_ output: GeneratedOutput, _ length: Int, _ id: String?) async throws {
        (checkpoint.finalLength, checkpoint.replicaID, checkpoint.mayBePlaced) = (length, id, false)
        try await context.save(checkpoint)
        try await expectReplaceable()
        try await name { try await output.putInPlace() }
        try await forgetReplaced()
    }

    /// Gives it its name. If that fails it is known where it is.
    private mutating func name(_ rename: () async throws -> Void) async throws {
        do { try await rename() } catch {
            switch error {
            case PartialOutputTrouble.moved:
                // Nothing was put in its place, and what is there is not looked at when it is made anew.
                try await saveForgetting()
            case _ where DurableFile.isThere(atPath: work.partial.url.path):
                checkpoint.mayBePlaced = false
                try await context.save(checkpoint)
            default: break
            }
            throw error
        }
    }

    /// Notes what is to be replaced, for after that nobody can tell.
    private mutating func expectReplaceable() async throws {
        let found = try await ReplacedCopy.found(at: work.output)
        try ReplacedGeoPackage(url: work.output).expectNothingBeside()
        // An older version has not noted which copy it is.
        if checkpoint.replicaID == nil { checkpoint.replicaID = try await work.replica(in: work.partial.url)?.id }
        // Somebody, be it another object of this job, may have put the very same there.
        let isSame = if let found, let id = checkpoint.replicaID { GlobalID.areSame(found.id, id) } else { false }
        if !isSame { checkpoint.replaced = found }
        checkpoint.mayBePlaced = true
        try await context.save(checkpoint)
        // A job that says that it is paused, or cancelled, has not put anything in place.
        try context.commit()
        removeData()
    }

    /// Puts what is written in its place, unless it is there: that may have been edited since. Where neither is, it is all done again.
    mutating func complete(_ length: Int) async throws {
        // What cannot be seen, as on a disk that is away, is not gone.
        if context.isAtWork { try DurableFile.expectFolder(of: work.output) }
        // What is beside the place of one that has ended is another's.
        if context.isAtWork, try await isWritten(length) {
            try await expectReplaceable()
            let (work, partial, context) = (work, work.partial, context)
            try await name {
                let held = try await context.takeOutput { try partial.hold(length: length) }
                guard let held else {
                    // Another object of this job may have put it in its place meanwhile.
                    if try await work.replica(in: work.output) != nil { return }
                    throw PartialOutputTrouble.moved(path: partial.url.path)
                }
                try partial.putInPlace(held, isMadeAnew: true)
            }
        } else if try await !isInPlace(length) {
            // It may have been moved, and be edited where it is: its copy is not to be forgotten.
            guard context.isAtWork else { throw PartialOutputTrouble.gone(path: work.output.path) }
            return try await beginAnew()
        }
        try await forgetReplaced()
    }

    /// Whether what this job has written is beside the output: another one of the same output may have written there since.
    private func isWritten(_ length: Int) async throws -> Bool {
        let file = work.partial.url
        guard try DurableFile.isSeen(atPath: file.path) else { return false }
        // What cannot be opened just now may be all that there is: it is not made anew.
        guard try FileDescriptor(file.path, O_RDONLY | O_NONBLOCK).size() == length else { return false }
        return if work.parameters.syncModel == .none { true } else { try await work.replica(in: file) != nil }
    }

    private func isInPlace(_ length: Int) async throws -> Bool {
        if work.parameters.syncModel != .none { return try await work.replica(in: work.output) != nil }
        guard try DurableFile.isSeen(atPath: work.output.path) else { return false }
        // Of one that is never brought up to date only its size tells whose it is.
        guard try FileDescriptor(regular: work.output.path, O_RDONLY).size() == length else {
            throw PartialOutputTrouble.changed(path: work.output.path)
        }
        return true
    }

    private mutating func beginAnew() async throws {
        // Somebody may have put it back.
        if checkpoint.isPlaced == true, try await ReplacedCopy.found(at: work.output)?.id != checkpoint.replaced?.id {
            try await forgetReplaced()
        }
        keepDelivered()
        try await saveForgetting()
        try await run()
    }

    /// Nothing is written any more.
    private mutating func saveForgetting() async throws {
        (checkpoint.answer, checkpoint.isDownloaded, checkpoint.finalLength) = (nil, false, nil)
        (checkpoint.isPlaced, checkpoint.replaced, checkpoint.mayBePlaced) = (nil, nil, nil)
        try await context.save(checkpoint)
    }

    /// What may have been in its place may have been moved away since, and be edited where it is.
    private mutating func keepDelivered() {
        // Nobody edits what is in a map that has no name yet.
        guard work.lastPlace == nil, checkpoint.mayBePlaced == true, let id = checkpoint.replicaID, !delivered.contains(id) else {
            return
        }
        checkpoint.delivered = delivered + [id]
        context.post(
            "\(work.output.path) is not there any more, and is made anew. If it was moved, it can be synchronised where it is: "
                + "\(service.name) keeps its copy, \(id.printable()).", severity: .warning)
    }

    /// All of it is written: before that is put in its place, for what comes after may never be.
    func removeData() {
        for file in DownloadFile.files(for: work.data) { _ = try? DurableFile.removeUnused(atPath: file.path) }
    }

    /// Has the service forget the copy that was in the place of this one. What is made is made, whatever comes of that: of another service, which may
    /// have gone for good, it is asked once.
    private mutating func forgetReplaced() async throws {
        guard let copy = checkpoint.replaced, context.isAtWork else { return }
        // Cancelled from now on, the job tells of it.
        checkpoint.isPlaced = true
        try await context.afterPlacing { try await context.save(checkpoint) }
        let service = ReplicaService(context.services.client(copy.service))
        let isOwn = copy.service == work.service
        do {
            if isOwn {
                try await context.ridingOut { try await service.unregister([copy.id]) }
            } else {
                try await service.unregister([copy.id])
            }
        } catch let error as CancellationError where !context.isStoppedTooLate {
            throw error
        } catch {
            let why = error is CancellationError ? "the job was stopped." : error.words
            context.post(
                "\(service.name) still keeps the copy \(copy.id.printable()), whose geodatabase was replaced: \(why)",
                severity: .warning)
        }
        checkpoint.replaced = nil
        try await context.afterPlacing { try await context.save(checkpoint) }
    }

    /// The copies whose geodatabases this job has put in their place, though they may have been moved away since, and be edited where they are.
    var delivered: [String] { checkpoint.delivered ?? [] }
}
