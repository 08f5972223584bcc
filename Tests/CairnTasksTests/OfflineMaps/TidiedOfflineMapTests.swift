import CairnCore
import CairnOffline
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

/// What somebody has tidied up, moved or put in the place of a map between two runs of its job.
@Suite(.timeLimit(.minutes(5)))
struct TidiedOfflineMapTests: OfflineMapJobs {
    @Test(arguments: ["Trees0.gpkg", "Ground.tpkx", "Streets"])
    func `what was tidied up since it came comes anew`(name: String) async throws {
        let town = try await OfflineTown(services: 2)
        let isFull = Level(true)
        let transport = transport(of: town, while: isFull) { Self.full }
        let folder = town.folder.appending(path: "offline")
        let job = try job(work(folder, continuesOnErrors: false), transport)
        await #expect(throws: OfflineMapError.self) { try await job.run() }
        let partial = URL(filePath: folder.path + ".partial")
        let path = try #require(names(partial).first { $0.hasSuffix(name) })
        try FileManager.default.removeItem(at: partial.appending(path: path))
        isFull.send(false)
        try job.retry()
        #expect(try await !job.output.hasErrors && names(folder).contains(path))
        for number in 0..<2 { #expect(try await town.replicas(of: "Trees\(number)") == 1) }
        #expect(!names(folder).contains { $0.contains(".partial") || $0.contains(".unfinished") }, "\(names(folder))")
    }

    @Test(arguments: [
        "data", "tiles/Streets", "map.json", "package.json", "tiles/Streets.vtpk", "tiles/Streets/styles/root.json",
        "tiles/Ground.tpkx",
    ])
    func `what was tidied up when all was complete comes anew, before it is put in place`(path: String) async throws {
        let town = try await OfflineTown(services: 2)
        let folder = town.folder.appending(path: "offline")
        let (record, kinds) = try await record(of: work(folder), town) { $0.checkpoint?["isComplete"] == true }
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + ".partial")
        let mark = folder.path + ".partial/.unfinished.\(record.id)"
        #expect(FileManager.default.createFile(atPath: mark, contents: nil))
        try FileManager.default.removeItem(atPath: "\(folder.path).partial/\(path)")
        var configuration = OfflineTown.configuration
        configuration.kinds = kinds
        let access = town.access
        let next = try Job<GenerateOfflineMapWork>(restoring: record, configuration: configuration) { access }
        #expect(try await !next.run().hasErrors && names(folder).contains(path))
        for number in 0..<2 { #expect(try await town.replicas(of: "Trees\(number)") == 1) }
        let left = names(folder).filter { $0.contains(".unfinished") || $0.contains(".partial") }
        #expect(left.isEmpty, "\(left)")
    }

    @Test(arguments: [true, false]) func `given up when all is there but its name, a map leaves neither a copy nor a file`(
        isRemoved: Bool
    )
        async throws
    {
        let town = try await OfflineTown(services: 2)
        let folder = town.folder.appending(path: "offline")
        let job = try await restored(town, folder, isPlaced: false)
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + ".partial")
        #expect(FileManager.default.createFile(atPath: folder.path + ".partial/.unfinished.\(job.id)", contents: nil))
        if isRemoved { try await job.removeFromStore() } else { try await job.cancelAndWait() }
        #expect(!FileManager.default.fileExists(atPath: folder.path + ".partial"))
        for number in 0..<2 { #expect(try await town.replicas(of: "Trees\(number)") == 0) }
    }

    /// As of a record that cannot be read: its parts are not known either.
    @Test func `given up by who does not know how far it has come, a map leaves neither a copy nor a file`() async throws {
        let town = try await OfflineTown(services: 2)
        let folder = town.folder.appending(path: "offline")
        let job = try await restored(town, folder, isPlaced: false)
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + ".partial")
        #expect(FileManager.default.createFile(atPath: folder.path + ".partial/.unfinished.\(job.id)", contents: nil))
        try await work(folder).discardPartialResults(of: job.id, services: town.access)
        #expect(!FileManager.default.fileExists(atPath: folder.path + ".partial"))
        for number in 0..<2 { #expect(try await town.replicas(of: "Trees\(number)") == 0) }
    }

    @Test(arguments: [true, false]) func `given up after the folder has its name, the map keeps its copies`(isRemoved: Bool)
        async throws
    {
        let town = try await OfflineTown(services: 2)
        let folder = town.folder.appending(path: "offline")
        // The process has died between the rename and the last save.
        let (record, kinds) = try await record(of: work(folder), town) { _ in true }
        var configuration = OfflineTown.configuration
        configuration.kinds = kinds
        let access = town.access
        let next = try Job<GenerateOfflineMapWork>(restoring: record, configuration: configuration) { access }
        if isRemoved { try await next.removeFromStore() } else { try await next.cancelAndWait() }
        #expect(FileManager.default.fileExists(atPath: folder.path))
        for number in 0..<2 { #expect(try await town.replicas(of: "Trees\(number)") == 1) }
    }

    /// A job as it is restored after its process died when all was complete.
    private func restored(_ town: OfflineTown, _ folder: URL, isPlaced: Bool) async throws -> Job<GenerateOfflineMapWork> {
        let (record, kinds) = try await record(of: work(folder), town) {
            $0.checkpoint?["isComplete"] == true && (isPlaced || $0.checkpoint?["isPlaced"] == nil)
        }
        var configuration = OfflineTown.configuration
        configuration.kinds = kinds
        let access = town.access
        return try Job(restoring: record, configuration: configuration) { access }
    }

    @Test func `another's map in the place of one that is gone is not taken for the job's`() async throws {
        let town = try await OfflineTown(services: 1)
        let folder = town.folder.appending(path: "offline")
        let next = try await restored(town, folder, isPlaced: false)
        let error = await #expect(throws: OfflineMapError.self) { try await next.run() }
        #expect(error == .exists(path: folder.path))
        try await next.removeFromStore()
        #expect(names(folder).contains("map.json"))
    }

    @Test(arguments: [false, true])
    func `a map that has its name is there, whatever is beside it`(isPlaced: Bool) async throws {
        let town = try await OfflineTown(services: 1)
        let folder = town.folder.appending(path: "offline")
        let next = try await restored(town, folder, isPlaced: isPlaced)
        let mark = folder.path + "/.unfinished.\(next.id)"
        if !isPlaced { #expect(FileManager.default.createFile(atPath: mark, contents: nil)) }
        try FileManager.default.createDirectory(atPath: folder.path + ".partial/theirs", withIntermediateDirectories: true)
        #expect(try await !next.run().hasErrors)
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(names(URL(filePath: folder.path + ".partial")) == ["theirs"])
    }

    @Test(arguments: [false, true])
    func `what is left of a map in its place is replaced, or handed over`(isCancelled: Bool) async throws {
        let town = try await OfflineTown(services: 1)
        let folder = town.folder.appending(path: "offline")
        let next = try await restored(town, folder, isPlaced: false)
        #expect(FileManager.default.createFile(atPath: folder.path + "/.unfinished.\(next.id)", contents: nil))
        if isCancelled {
            try FileManager.default.createDirectory(atPath: folder.path + ".partial", withIntermediateDirectories: true)
            try await next.cancelAndWait()
        } else {
            try FileManager.default.removeItem(at: folder.appending(path: "package.json"))
            #expect(try await !next.run().hasErrors)
        }
        #expect(names(folder).contains("package.json") && !names(folder).contains { $0.hasPrefix(".unfinished") })
    }

    @Test(arguments: [false, true])
    func `while its disk is away, a map is neither made anew nor forgotten`(isCancelled: Bool) async throws {
        let town = try await OfflineTown(services: 1)
        let disk = town.folder.appending(path: "disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let folder = disk.appending(path: "offline")
        let next = try await restored(town, folder, isPlaced: false)
        #expect(FileManager.default.createFile(atPath: folder.path + "/.unfinished.\(next.id)", contents: nil))
        let away = URL(filePath: disk.path + "-away")
        try FileManager.default.moveItem(at: disk, to: away)
        if isCancelled {
            let error = await #expect(throws: JobError.self) { try await next.cancelAndWait() }
            guard case .cancellationUnconfirmed? = error else { throw try #require(error) }
        } else {
            await #expect(throws: SystemError.self) { try await next.run() }
            #expect(next.record.failure?.isRetryable == true)
        }
        try FileManager.default.moveItem(at: away, to: disk)
        if !isCancelled {
            try next.retry()
            #expect(try await !next.output.hasErrors)
            #expect(!names(folder).contains { $0.hasPrefix(".unfinished") })
        }
        #expect(try await town.replicas(of: "Trees0") == 1)
    }

    @Test(arguments: [false, true])
    func `given up when its half has been tidied up, a map leaves no copies`(isRemoved: Bool) async throws {
        let town = try await OfflineTown(services: 2)
        let isFull = Level(true)
        let folder = town.folder.appending(path: "offline")
        let transport = transport(of: town, while: isFull) { Self.full }
        let job = try job(work(folder, continuesOnErrors: false), transport)
        await #expect(throws: OfflineMapError.self) { try await job.run() }
        #expect(try await town.replicas(of: "Trees0") == 1)
        try FileManager.default.removeItem(atPath: folder.path + ".partial")
        if isRemoved { try await job.removeFromStore() } else { try await job.cancelAndWait() }
        #expect(job.status == (isRemoved ? .failed : .canceled) && job.record.unconfirmedServerJobIDs.isEmpty)
        #expect(
            !job.record.messages.contains { $0.severity == .warning && $0.text.contains("cancelled") }, "\(job.record.messages)")
        for number in 0..<2 { #expect(try await town.replicas(of: "Trees\(number)") == 0) }
    }

    @Test func `moved away before its job has ended, a map can still be synchronised when that is cancelled`() async throws {
        let town = try await OfflineTown(services: 1)
        let folder = town.folder.appending(path: "offline")
        let next = try await restored(town, folder, isPlaced: false)
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-moved")
        let error = await #expect(throws: JobError.self) { try await next.cancelAndWait() }
        guard case .cancellationUnconfirmed(let ids)? = error else { throw try #require(error) }
        #expect(
            ids.count == 1
                && ids.allSatisfy { $0.contains("kept because \(folder.path)/data/") && $0.contains("may have been moved") },
            "\(ids)")
        #expect(!next.record.messages.contains { $0.text.contains("Put it back") })
        #expect(try await town.replicas(of: "Trees0") == 1)
    }

    @Test(arguments: [false, true])
    func `moved or damaged after it was put in its place, a map is not made anew`(isDamaged: Bool) async throws {
        let town = try await OfflineTown(services: 1)
        let folder = town.folder.appending(path: "offline")
        let next = try await restored(town, folder, isPlaced: true)
        if isDamaged {
            #expect(FileManager.default.createFile(atPath: folder.path + "/.unfinished.\(next.id)", contents: nil))
            try FileManager.default.removeItem(at: folder.appending(path: "package.json"))
        } else {
            try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-moved")
        }
        let error = await #expect(throws: PartialOutputTrouble.self) { try await next.run() }
        guard case .gone(folder.path)? = error else { throw try #require(error) }
        #expect(names(isDamaged ? folder : URL(filePath: folder.path + "-moved")).contains { $0.hasSuffix("Trees0.gpkg") })
        #expect(try await town.replicas(of: "Trees0") == 1)
    }

    @Test func `what comes anew is gone on with when its job is paused meanwhile`() async throws {
        let town = try await OfflineTown(services: 2)
        let (isFull, paused) = (Level(true), Level<Job<GenerateOfflineMapWork>?>(nil))
        let inner = transport(of: town, while: isFull) { Self.full }
        let transport = StubTransport { request in
            if request.url.path().hasSuffix("Ground/MapServer/exportTiles") { paused.value?.pause() }
            return try await inner.send(request)
        }
        let folder = town.folder.appending(path: "offline")
        let job = try job(work(folder, continuesOnErrors: false), transport)
        await #expect(throws: OfflineMapError.self) { try await job.run() }
        #expect(job.record.checkpoint?["ended"]?["Ground"] != nil)
        try FileManager.default.removeItem(atPath: folder.path + ".partial/tiles/Ground.tpkx")
        isFull.send(false)
        paused.send(job)
        try job.retry()
        try await job.settle()
        #expect(job.status == .paused && job.record.checkpoint?["ended"]?["Ground"] == nil)
        paused.send(nil)
        try job.start()
        #expect(try await !job.output.hasErrors)
    }

    @Test func `a copy that its service does not forget is told of when the map is given up`() async throws {
        let town = try await OfflineTown(services: 2)
        let isFull = Level(true)
        let inner = transport(of: town, while: isFull) { Self.full }
        let transport = StubTransport { request in
            request.url.lastPathComponent == "unRegisterReplica" ? Self.full : try await inner.send(request)
        }
        let job = try job(work(town.folder.appending(path: "offline"), continuesOnErrors: false), transport)
        await #expect(throws: OfflineMapError.self) { try await job.run() }
        let error = await #expect(throws: JobError.self) { try await job.cancelAndWait() }
        guard case .cancellationUnconfirmed(let ids)? = error else { throw try #require(error) }
        #expect(ids.contains { $0.hasPrefix("cairn-") } && !ids.contains { $0.contains("moved") }, "\(ids)")
        #expect(
            job.record.messages.contains { $0.text.contains("could not be cancelled") && $0.text.contains("The disk is full") })
        #expect(try await town.replicas(of: "Trees0") == 1)
    }
}
