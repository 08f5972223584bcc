public import CairnCore
import CairnGeo
public import Foundation

/// Downloads an area of a web map that its portal has packaged: a job that can be stopped at any moment and goes on where it was.
///
/// Tiles come from the portal's packages. Features that stay as they are do, too, where these are GeoPackages; those that are to be brought up to date come from
/// their services, for each copy of these is one of its own, and so does what the portal has in a format that is not open.
public struct DownloadPreplannedOfflineMapWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.download-preplanned-offline-map"

    /// How the portal and the services are reached.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public typealias Checkpoint = OfflineMapCheckpoint

    /// The portal.
    public var portal: ServiceURL
    /// The id of the map's item.
    public var mapID: String
    /// The id of the area's item.
    public var areaID: String
    /// How.
    public var parameters: DownloadPreplannedOfflineMapParameters
    /// Where the offline map goes: a folder that is not there yet.
    public var downloadDirectory: URL

    /// A description of the work.
    public init(
        portal: ServiceURL, mapID: String, areaID: String, parameters: DownloadPreplannedOfflineMapParameters,
        downloadDirectory: URL
    ) {
        (self.portal, self.mapID, self.areaID) = (portal, mapID, areaID)
        (self.parameters, self.downloadDirectory) = (parameters, downloadDirectory)
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

/// How a packaged area is downloaded.
public struct DownloadPreplannedOfflineMapParameters: Sendable, Hashable, Codable {
    /// Whether the map is made without the layers that cannot be had.
    public var continuesOnErrors: Bool
    /// Whether, and how, the map can be brought up to date.
    public var updateMode: PreplannedUpdateMode

    /// All at once, or what there is.
    public init(continuesOnErrors: Bool = true, updateMode: PreplannedUpdateMode = .syncWithFeatureServices) {
        (self.continuesOnErrors, self.updateMode) = (continuesOnErrors, updateMode)
    }
}

/// Whether, and how, a packaged area can be brought up to date.
public enum PreplannedUpdateMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// It stays as it is.
    case noUpdates
    /// Edits go to the services, and those of others come.
    case syncWithFeatureServices
    /// What the portal packages anew is fetched; nothing is sent.
    case downloadScheduledUpdates
}

extension DownloadPreplannedOfflineMapWork: OfflineMapWork {
    var continuesOnErrors: Bool { parameters.continuesOnErrors }
    var overrides: GenerateOfflineMapParameterOverrides? { nil }

    func order(in context: JobContext<Self>) async throws -> OfflineMapOrder {
        let services = context.services
        let portal = Portal(url: self.portal.url, transport: services.transport, credential: services.credentials)
        let (mapID, area) = (mapID, PreplannedMapArea(portalItem: PortalItem(portal: portal, id: areaID)))
        // A new one each time: an item keeps that it could not be loaded.
        let map = try await context.ridingOut { try await PortalItem(portal: portal, id: mapID).webMap().withoutSecrets }
        try await context.ridingOut { try await area.retryLoad() }
        let info = try await context.ridingOut { try await OfflineMapItemInfo(of: area.portalItem) }
        guard let geometry = area.areaOfInterest else { throw OfflineMapError.notPackaged(area: info.title) }
        var asked = GenerateOfflineMapParameters(areaOfInterest: geometry)
        asked.updateMode = parameters.updateMode == .syncWithFeatureServices ? .syncWithFeatureServices : .noUpdates
        let packages = PreplannedPackages(area.contentItems, isSynced: asked.updateMode == .syncWithFeatureServices)
        let plan = try await OfflineMapPlanner(map, asked, services).plan(packages: packages) { ask in
            try await context.ridingOut(ask)
        }
        var manifest = MobileMapPackageManifest(info, maps: [MobileMapPackageManifest.mapName], created: .now)
        (manifest.portalURL, manifest.originalPortalItemID) = (self.portal.url, mapID)
        (manifest.areaOfInterest, manifest.updateMode) = (geometry, asked.updateMode)
        manifest.preplanned = .init(itemID: areaID, packages: packages.used(in: plan))
        return OfflineMapOrder(
            plan: plan, map: KeptWebMap(map: map), parameters: asked, manifest: manifest, thumbnail: info.thumbnail)
    }
}
