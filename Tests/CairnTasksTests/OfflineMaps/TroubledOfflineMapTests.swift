import CairnCore
@testable import CairnGeo
import CairnOffline
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Parts that fail, answers that are lost, and jobs that are given up at the worst moment.
@Suite(.timeLimit(.minutes(5)))
struct TroubledOfflineMapTests: OfflineMapJobs {
    @Test(arguments: [false, true])
    func `an answer that is lost is never a layer's fault, and is told when the job is given up`(isRemoved: Bool) async throws {
        let town = try await OfflineTown(services: 1)
        let transport = StubTransport { request in
            let response = try await town.transport.send(request)
            guard !request.url.path().hasSuffix("Ground/MapServer/exportTiles") else {
                throw TransportError(.connectionLost, url: request.url)
            }
            return response
        }
        let job = try job(work(town.folder.appending(path: "offline")), transport)
        await #expect(throws: GeoprocessingError.self) { try await job.run() }
        #expect(job.record.failure?.isRetryable == true)
        let error = await #expect(throws: JobError.self) {
            if isRemoved { try await job.removeFromStore() } else { try await job.cancelAndWait() }
        }
        guard case .cancellationUnconfirmed(let ids)? = error else { throw try #require(error) }
        #expect(ids.count == 1 && ids[0].contains("Ground/MapServer"), "\(ids)")
    }

    @Test func `a task whose map could not be loaded can be, once that goes`() async throws {
        let town = try await OfflineTown(services: 1)
        let isGone = Mutex(true)
        let transport = StubTransport { request in
            if isGone.withLock(\.self) { return .json(#"{"error":{"code":404,"message":"There is none.","details":[]}}"#) }
            return try await town.transport.send(request)
        }
        let root = try #require(URL(string: "http://local/arcgis"))
        let portal = Portal(url: root, transport: transport, credential: CredentialStore())
        let task = OfflineMapTask(portalItem: PortalItem(portal: portal, id: OfflineTown.mapID))
        await #expect(throws: ServiceError.self) { try await task.load() }
        isGone.withLock { $0 = false }
        await #expect(throws: ServiceError.self) { try await task.load() }
        try await task.retryLoad()
        #expect(task.onlineMap.webMap != nil)
    }

    @Test func `what cannot be taken offline leaves no folder`() async throws {
        let town = try await OfflineTown(services: 1)
        let folder = town.folder.appending(path: "offline")
        let portal = try ServiceURL(#require(URL(string: "http://local/arcgis")))
        var work = try work(folder)
        work.map = .item(portal: portal, id: "0")
        let job = try job(work, town.transport)
        await #expect(throws: (any Error).self) { try await job.run() }
        #expect(!FileManager.default.fileExists(atPath: folder.path + ".partial"))
    }

    @Test(arguments: [false, true])
    func `what somebody else has put where a map would grow stays, and the job is refused`(isRemoved: Bool) async throws {
        let town = try await OfflineTown(services: 1)
        let folder = town.folder.appending(path: "offline")
        let photo = URL(filePath: folder.path + ".partial/photo")
        try FileManager.default.createDirectory(at: photo.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("precious".utf8).write(to: photo)
        let job = try job(work(folder), town.transport)
        await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        if isRemoved { try await job.removeFromStore() } else { try await job.cancelAndWait() }
        #expect(try Data(contentsOf: photo) == Data("precious".utf8))
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test(arguments: ["status", "cut off", "garbled", "refused"])
    func `of a part that fails neither a file nor a copy is left`(how: String) async throws {
        let town = try await OfflineTown(services: 2)
        let transport = StubTransport { request in
            let (path, response) = (request.url.path(), try await town.transport.send(request))
            guard path.contains("Trees1") else { return response }
            if path.contains("/jobs/"), how == "status" {
                return .json(#"{"status":"Failed","error":{"code":500,"message":"no room"},"resultUrl":"","replicaName":"x"}"#)
            }
            guard path.contains("replicafiles") else { return response }
            switch how {
            case "garbled": return .json(#"{"layers":[{"#)
            case "refused": return .json(#"{"error":{"code":403,"message":"Not you.","details":[]}}"#)
            case "cut off": return .json("{}")
            default: return response
            }
        }
        let folder = town.folder.appending(path: "offline")
        let result = try await job(work(folder), transport).run()
        #expect(result.layerErrors.map(\.title) == ["Trees 1"])
        #expect(!names(folder).contains { $0.contains("Trees1") || $0.contains(".partial") }, "\(names(folder))")
        #expect(try await town.replicas(of: "Trees0") == 1)
        #expect(try await town.replicas(of: "Trees1") == 0)
    }

    @Test func `a copy that was forgotten is not taken for one when the job is retried`() async throws {
        let town = try await OfflineTown(services: 2)
        let isFull = Level(true)
        let transport = transport(of: town, while: isFull) { Self.full }
        let folder = town.folder.appending(path: "offline")
        let job = try job(work(folder, continuesOnErrors: false), transport)
        await #expect(throws: OfflineMapError.self) { try await job.run() }
        isFull.send(false)
        try job.retry()
        #expect(try await !job.output.hasErrors)
        for number in 0..<2 { #expect(try await town.replicas(of: "Trees\(number)") == 1) }
        let sync = OfflineMapSyncTask(packageURL: folder, transport: town.transport, credential: CredentialStore())
        let synced = try await sync.makeSyncOfflineMapJob(
            parameters: OfflineMapSyncParameters(), configuration: OfflineTown.configuration
        ).run()
        #expect(!synced.hasErrors, "\(synced.geodatabases.compactMap(\.error))")
    }

    /// What is thrown where it is written, and where SQLite writes.
    @Test(
        arguments: [
            SystemError("write", "x", code: ENOSPC), DatabaseError(path: "x", code: 13, message: "full"),
            SystemError("open", "x", code: EMFILE),
        ] as [any Error])
    func `a full disk here, or a file that cannot be opened just now, is the job's failure, and not a layer's`(error: any Error)
        async throws
    {
        let town = try await OfflineTown(services: 2)
        let isFull = Level(true)
        let transport = transport(of: town, while: isFull) { throw error }
        let folder = town.folder.appending(path: "offline")
        var configuration = OfflineTown.configuration
        configuration.outage.tolerance = .zero
        let job = try Job(work(folder), services: access(transport), configuration: configuration)
        await #expect(throws: (any Error).self) { try await job.run() }
        #expect(job.record.failure?.message.contains(error.words) == true, "\(String(describing: job.record.failure))")
        isFull.send(false)
        try job.retry()
        #expect(try await !job.output.hasErrors)
        for number in 0..<2 { #expect(try await town.replicas(of: "Trees\(number)") == 1) }
    }

    /// With what is written just then, too: SQLite misses its journal.
    @Test(
        arguments: [
            nil, DatabaseError(path: "x", code: 10, message: "disk I/O error"), SystemError("write", "x", code: EIO),
        ] as [(any Error)?])
    func `into a folder that took the place of its own, which was moved away, a job writes nothing`(failure: (any Error)?)
        async throws
    {
        let town = try await OfflineTown(services: 2)
        let folder = town.folder.appending(path: "offline")
        let partial = folder.path + ".partial"
        let isMoving = Level(true)
        let transport = StubTransport { request in
            let response = try await town.transport.send(request)
            guard isMoving.value, request.url.path().contains("Trees1/FeatureServer/replicafiles") else { return response }
            isMoving.send(false)
            try FileManager.default.moveItem(atPath: partial, toPath: partial + "-moved")
            try FileManager.default.createDirectory(atPath: partial + "/tiles", withIntermediateDirectories: true)
            try Data("precious".utf8).write(to: URL(filePath: partial + "/map.json"))
            if let failure { throw failure }
            return response
        }
        let job = try job(work(folder), transport)
        let error = await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        #expect(error?.description.contains("was moved away") == true)
        #expect(try String(contentsOf: URL(filePath: partial + "/map.json"), encoding: .utf8) == "precious")
        try FileManager.default.removeItem(atPath: partial)
        try job.retry()
        #expect(try await !job.output.hasErrors)
    }

    /// With a network that refuses one request, and patience: whatever the request is, it is asked again.
    @Test(arguments: [false, true]) func `one request that is refused once is asked again`(isPreplanned: Bool) async throws {
        var (stop, isOver) = (1, false)
        while !isOver, stop < 15 {
            let town = try await OfflineTown(services: 1, hasArea: isPreplanned)
            let count = Atomic(0)
            let at = stop
            let transport = StubTransport { request in
                guard count.add(1, ordering: .relaxed).newValue != at else { throw TransportError(.refused, url: request.url) }
                return try await town.transport.send(request)
            }
            let folder = town.folder.appending(path: "offline")
            if isPreplanned {
                let preplanned = DownloadPreplannedOfflineMapWork(
                    portal: try ServiceURL(#require(URL(string: "http://local/arcgis"))), mapID: OfflineTown.mapID,
                    areaID: "area", parameters: DownloadPreplannedOfflineMapParameters(), downloadDirectory: folder)
                _ = try await Job(preplanned, services: access(transport), configuration: OfflineTown.configuration).run()
            } else {
                _ = try await job(work(folder), transport).run()
            }
            isOver = count.load(ordering: .relaxed) < at
            stop += rounds(2, long: 1)
        }
        #expect(stop > 5)
    }

    @Test func `a layer for whose folder a full disk has no room waits for some, and is not left out`() async throws {
        let town = try await OfflineTown(services: 1)
        let (folder, refused) = (town.folder.appending(path: "offline"), Log<String>())
        let job = try job(work(folder), town.transport)
        try DiskTrouble.withReason({ path in
            guard path.hasPrefix(folder.path), path.hasSuffix("/styles"), refused.elements.count < 2 else { return nil }
            refused.append(path)
            return ENOSPC
        }) { try job.start() }
        let result = try await job.output
        #expect(!result.hasErrors && refused.elements.count == 2, "\(result.layerErrors)")
    }
}
