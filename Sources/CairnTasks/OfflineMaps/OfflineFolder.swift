import CairnCore
import CairnGeo
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// The folder of an offline map: while it grows, and when it is there.
struct OfflineFolder: Sendable, Hashable {
    /// Where it is at the end.
    let url: URL
    /// The job that makes it.
    let job: UUID

    /// Where it grows.
    var partial: URL { folder.partial }
    /// Whether it has its name; see ``PartialFolder/isInPlace(trusted:)``.
    func isInPlace(trusted isTrusted: Bool) -> Bool { folder.isInPlace(trusted: isTrusted) }
    /// The same, if this job has begun it.
    var begun: URL? { folder.begun }

    private var folder: PartialFolder { PartialFolder(url: url, job: job, sign: MobileMapPackageManifest.fileName) }

    /// Finds out whether it can be made.
    ///
    /// - Throws: ``OfflineMapError/exists(path:)``, `SystemError`.
    func expectRoom() throws { try unlessThere { try folder.expectRoom() } }

    /// Makes what is missing of it. As long as the descriptor is kept no other job makes it, or discards it.
    ///
    /// - Throws: ``OfflineMapError/exists(path:)``, `PartialOutputTrouble`, `SystemError`.
    func begin() throws -> FileDescriptor {
        let held = try unlessThere { try folder.begin() }
        for name in ["data", "tiles"] { try DurableFile.makeFolder(atPath: partial.appending(path: name).path) }
        return held
    }

    /// Takes what is whole, and has no name yet; nil if it has.
    func hold() throws -> FileDescriptor? { try folder.hold() }

    /// Gives it its name, unless that has been done before: the process may have died between that and telling. The mark stays.
    func putInPlace(trusted isTrusted: Bool) throws { try unlessThere { try folder.putInPlace(trusted: isTrusted) } }

    /// Removes the mark: what is there is the user's from now on.
    func handOver() throws { try folder.handOver() }

    private func unlessThere<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch PartialOutputTrouble.exists(let path) {
            throw OfflineMapError.exists(path: path)
        } catch let error as SystemError where error.code == EEXIST {
            throw OfflineMapError.exists(path: error.path)
        }
    }

    /// Removes a file, or a folder, that has come, and all beside it whose names go on from its own.
    func remove(_ paths: String...) {
        for path in paths {
            let place = partial.appending(path: path)
            let (folder, own) = (place.deletingLastPathComponent(), place.lastPathComponent)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            where name == own || name.hasPrefix(own + ".") {
                try? FileManager.default.removeItem(at: folder.appending(path: name))
            }
        }
    }

    /// Removes what has come so far, unless a job is at it; copies of services' features are forgotten by these.
    func discard(_ services: ServiceAccess) async {
        let data = partial.appending(path: "data")
        await folder.discard {
            // A link leads to what is none of this job's.
            guard (try? FileManager.default.destinationOfSymbolicLink(atPath: data.path)) == nil else { return }
            for name in (try? FileManager.default.contentsOfDirectory(atPath: data.path)) ?? [] where name.hasSuffix(".gpkg") {
                await forget(data.appending(path: name), services)
            }
        }
    }

    /// Has the service of a geodatabase forget its copy.
    func forget(_ file: URL, _ services: ServiceAccess) async {
        let geodatabase = Geodatabase(fileURL: file, isReadOnly: true)
        let replica = try? await geodatabase.replica
        try? await geodatabase.close()
        guard let replica, let service = try? ServiceURL(stored: replica.serviceURL) else { return }
        _ = try? await ReplicaService(services.client(service)).unregister([replica.id])
    }
}
