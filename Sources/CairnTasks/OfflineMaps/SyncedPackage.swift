import CairnCore
import CairnGeo
import Foundation

/// The folder of an offline map, as far as it can be brought up to date.
struct SyncedPackage: Sendable {
    let folder: URL

    /// A geodatabase that is a copy of a service.
    struct Replica: Sendable {
        /// In the package.
        let path: String
        let url: URL
        let info: ReplicaInfo
        let hasLocalEdits: Bool

        /// The same as the file has it now.
        func hasEditsNow() async throws -> Bool {
            let geodatabase = Geodatabase(fileURL: url)
            let hasEdits = try await geodatabase.hasLocalEdits
            try await geodatabase.close()
            return hasEdits
        }
    }

    /// A package that its portal has made anew.
    struct Update: Sendable {
        let portal: ServiceURL
        let itemID: String
        let version: Int
        let size: Int
        let path: String
    }

    private var files: PackageFiles { .folder(folder) }

    func manifest() throws -> MobileMapPackageManifest { try MobileMapPackageManifest(in: files) }

    /// The geodatabases that can be brought in step with their services.
    func replicas() async throws -> [Replica] {
        var replicas: [Replica] = []
        for path in try files.names(below: "data") where path.lowercased().hasSuffix(".gpkg") {
            let url = folder.appending(path: path)
            let geodatabase = Geodatabase(fileURL: url)
            let (info, hasLocalEdits) = (try await geodatabase.replica, try await geodatabase.hasLocalEdits)
            try await geodatabase.close()
            if let info { replicas.append(Replica(path: path, url: url, info: info, hasLocalEdits: hasLocalEdits)) }
        }
        return replicas
    }

    /// What the portal has made anew since it was fetched.
    func updates(_ services: ServiceAccess) async throws -> [Update] {
        let manifest = try manifest()
        guard let preplanned = manifest.preplanned, let url = manifest.portalURL, let address = try? ServiceURL(stored: url)
        else { return [] }
        let portal = Portal(url: url, transport: services.transport, credential: services.credentials)
        var updates: [Update] = []
        for (id, package) in preplanned.packages.sorted(by: { $0.key < $1.key }) {
            let info = try await PortalItem(portal: portal, id: id).refresh()
            guard info.version > package.version else { continue }
            if let problem = ZipEntry.problem(ofName: package.path) {
                throw OfflineMapError.damaged(path: folder.path, reason: "\(package.path.printable(upTo: 100)): \(problem)")
            }
            updates.append(Update(portal: address, itemID: id, version: info.version, size: info.size ?? 0, path: package.path))
        }
        return updates
    }

    /// Writes down that an update has been fetched.
    func note(_ update: Update) throws {
        var manifest = try manifest()
        manifest.preplanned?.packages[update.itemID]?.version = update.version
        try manifest.write(to: folder)
    }
}
