public import CairnCore
import CairnGeo
public import Foundation

/// Takes a map offline: a job that can be stopped at any moment and goes on where it was.
///
/// ```swift
/// import CairnGeo
///
/// let parameters = GenerateOfflineMapParameters(areaOfInterest: .envelope(area))
/// let map = OnlineMapSource.item(portal: try ServiceURL(portal.url), id: id)
/// let work = GenerateOfflineMapWork(map: map, parameters: parameters, downloadDirectory: folder)
/// let result = try await Job(work, services: access).run()
/// for error in result.layerErrors { print(error.title, error.reason) }
/// ```
///
/// Each service that the map shows is asked for its part by a job of its own, some side by side, which are children of this one: features become a
/// GeoPackage, tiles a package. The record says how each has ended: one that is there is not asked for again. The folder stands at its path only when all of it
/// is there; until then it grows in a sibling that ends in `.partial`. Docs/Offline.md tells what is in it.
public struct GenerateOfflineMapWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.generate-offline-map"

    /// How services are reached.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public typealias Checkpoint = OfflineMapCheckpoint

    /// The map.
    public var map: OnlineMapSource
    /// What of it, and how.
    public var parameters: GenerateOfflineMapParameters
    /// What is asked of each service; nil for what follows from the parameters.
    public var overrides: GenerateOfflineMapParameterOverrides?
    /// Where the offline map goes: a folder that is not there yet.
    public var downloadDirectory: URL

    /// A description of the work.
    public init(
        map: OnlineMapSource, parameters: GenerateOfflineMapParameters, downloadDirectory: URL,
        overrides: GenerateOfflineMapParameterOverrides? = nil
    ) {
        (self.map, self.parameters, self.downloadDirectory) = (map, parameters, downloadDirectory)
        self.overrides = overrides
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> GenerateOfflineMapResult {
        try await OfflineMapRun(self, context).run()
    }

    /// The folder while it grows, as far as a job has begun it.
    package func begunFolders(of job: UUID) -> [URL] { [folder(of: job).begun].compactMap(\.self) }

    /// Removes what has come so far; copies of services' features are forgotten by these.
    @concurrent
    public func discardPartialResults(of job: UUID, after checkpoint: OfflineMapCheckpoint?, services: ServiceAccess) async {
        await discard(of: job, after: checkpoint, services)
    }

    /// The same for a job of which nobody knows how far it has come.
    @concurrent
    public func discardPartialResults(of job: UUID, services: ServiceAccess) async {
        await discard(of: job, after: nil, services)
    }

    /// Trouble of the network may pass.
    public static func transience(of error: any Error) -> Transience { TileExportTrouble.transience(of: error) }

    /// A map of which something is missing can be had, perhaps, when it is tried again.
    public static func canBeRetried(after error: any Error) -> Bool { OfflineMapError.canBeRetried(after: error) }
}

extension GenerateOfflineMapWork: OfflineMapWork {
    var continuesOnErrors: Bool { parameters.continuesOnErrors }

    func order(in context: JobContext<Self>) async throws -> OfflineMapOrder {
        let services = context.services
        let map = try await context.ridingOut { try await self.map.webMap(services) }
        let plan = try await OfflineMapPlanner(map, parameters, services).plan(overrides) { ask in
            try await context.ridingOut(ask)
        }
        let item = try await itemInfo(context)
        var manifest = MobileMapPackageManifest(item, maps: [MobileMapPackageManifest.mapName], created: .now)
        if let (portal, id) = self.map.place { (manifest.portalURL, manifest.originalPortalItemID) = (portal.url, id) }
        (manifest.areaOfInterest, manifest.updateMode) = (parameters.areaOfInterest, parameters.updateMode)
        return OfflineMapOrder(
            plan: plan, map: KeptWebMap(map: map), parameters: parameters, manifest: manifest, thumbnail: item.thumbnail)
    }

    private func itemInfo(_ context: JobContext<Self>) async throws -> OfflineMapItemInfo {
        if let item = parameters.itemInfo { return item }
        guard let item = map.item(context.services) else { return OfflineMapItemInfo(title: "Map") }
        return try await context.ridingOut { try await OfflineMapItemInfo(of: item) }
    }
}

/// A map that was taken offline: where it is, and what is missing.
public struct GenerateOfflineMapResult: Sendable, Hashable, Codable {
    /// The folder, which is a mobile map package.
    public var url: URL
    /// The layers that are not there, and why.
    public var layerErrors: [OfflineMapLayerError]
    /// The tables that are not there, and why.
    public var tableErrors: [OfflineMapLayerError]

    /// A map in a folder.
    public init(url: URL, errors: [OfflineMapLayerError] = []) {
        self.url = url
        layerErrors = errors.filter { !$0.isTable }
        tableErrors = errors.filter(\.isTable)
    }

    /// Whether something is missing.
    public var hasErrors: Bool { !layerErrors.isEmpty || !tableErrors.isEmpty }

    /// The map, a new object for each who asks.
    ///
    /// - Throws: `SystemError`, `JSONSyntaxError`, ``WebMapError`` if it is not there any more.
    public func offlineMap() throws -> Map {
        guard let data = try DurableFile.contents(of: url.appending(path: MobileMapPackageManifest.mapName)) else {
            throw OfflineMapError.notOffline(path: url.path)
        }
        return Map(
            webMap: try WebMap(json: JSONValue(parsing: data)), baseURL: url.appending(path: "", directoryHint: .isDirectory))
    }
}
