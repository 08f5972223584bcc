public import CairnCore
public import CairnGeo
public import Foundation

/// Takes maps offline: all of an area that can be had, or an area that a portal has packaged.
///
/// ```swift
/// let task = OfflineMapTask(portalItem: item)
/// let parameters = try await task.makeDefaultGenerateOfflineMapParameters(areaOfInterest: .envelope(area))
/// let job = try task.makeGenerateOfflineMapJob(parameters: parameters, downloadDirectory: folder)
/// let map = try await job.run().offlineMap()
/// ```
///
/// Every operation throws what loading the map throws; ``OfflineMapError``; `CancellationError` if the calling task is cancelled.
public final class OfflineMapTask: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The map.
    public let onlineMap: Map
    package let access: ServiceAccess

    /// A map that is here, or of a portal.
    ///
    /// - Parameters:
    ///   - onlineMap: The map.
    ///   - transport: How requests to its services travel.
    ///   - credential: Who is asking; nil for ``CredentialStore/standard``.
    public init(onlineMap: Map, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        self.onlineMap = onlineMap
        let client = onlineMap.item?.portal.client
        access = ServiceAccess(
            credentials: credential.map { .holding($0) } ?? client?.credentials ?? .standard,
            transport: client?.transport ?? transport)
    }

    /// A web map of a portal, whose services are reached as the portal is.
    public convenience init(portalItem: PortalItem) { self.init(onlineMap: Map(item: portalItem)) }

    /// The item of the map; nil if it is none of a portal.
    public var portalItem: PortalItem? { onlineMap.item }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        // The map keeps that it could not be loaded.
        try await onlineMap.retryLoad()
    }

    /// Parameters for an area.
    ///
    /// - Parameters:
    ///   - areaOfInterest: A rectangle or a polygon.
    ///   - minScale: The denominator of the scale from which on tiles are taken; 0 for the least detailed.
    ///   - maxScale: The denominator of the scale up to which tiles are taken; 0 for the most detailed.
    @concurrent
    public func makeDefaultGenerateOfflineMapParameters(
        areaOfInterest: Geometry, minScale: Double = 0, maxScale: Double = 0
    ) async throws -> GenerateOfflineMapParameters {
        try await load()
        var parameters = GenerateOfflineMapParameters(areaOfInterest: areaOfInterest, minScale: minScale, maxScale: maxScale)
        if let item = onlineMap.item { parameters.itemInfo = try await OfflineMapItemInfo(of: item) }
        return parameters
    }

    /// Which layers can be taken offline, and why others cannot.
    @concurrent
    public func makeOfflineMapCapabilities(
        parameters: GenerateOfflineMapParameters
    ) async throws -> OfflineMapCapabilities {
        let (map, plan) = try await planned(parameters)
        let errors = Dictionary(plan.missing.map { ($0.key, $0.error) }) { first, _ in first }
        func layers(_ layers: [MapLayer], isTable: Bool) -> [OfflineMapCapabilities.Layer] {
            layers.filter { $0.layerType != .group }.map {
                .init(layer: $0, error: errors[OfflineMapPart.key($0, isTable: isTable)])
            }
        }
        let basemap = parameters.includesBasemap ? map.basemap?.layers ?? [] : []
        return OfflineMapCapabilities(
            layers: layers(basemap + map.allOperationalLayers, isTable: false), tables: layers(map.tables, isTable: true))
    }

    /// What each service would be asked for, to be changed one by one.
    @concurrent
    public func makeGenerateOfflineMapParameterOverrides(
        parameters: GenerateOfflineMapParameters
    ) async throws -> GenerateOfflineMapParameterOverrides {
        var overrides = GenerateOfflineMapParameterOverrides()
        for part in try await planned(parameters).1.parts {
            let key = OfflineMapParametersKey(service: part.service.url)
            switch part.work {
            case .geodatabase(let parameters): overrides.generateGeodatabaseParameters[key] = parameters
            case .tiles(let parameters): overrides.exportTileCacheParameters[key] = parameters
            case .vectorTiles(let parameters): overrides.exportVectorTilesParameters[key] = parameters
            case .item: break
            }
        }
        return overrides
    }

    private func planned(_ parameters: GenerateOfflineMapParameters) async throws -> (WebMap, OfflineMapPlan) {
        try await load()
        let map = onlineMap.webMap ?? WebMap()
        return (map, try await OfflineMapPlanner(map, parameters, access).plan { ask in try await ask() })
    }

    /// A job, not yet started, that takes the map offline.
    ///
    /// - Parameters:
    ///   - parameters: What of it, and how.
    ///   - downloadDirectory: Where the offline map goes: a folder that is not there yet.
    ///   - overrides: What is asked of each service; nil for what follows from the parameters.
    ///   - configuration: What the job runs with, such as the store that keeps it.
    /// - Throws: ``ServiceURL/HoldsSecret``, `JobError`.
    public func makeGenerateOfflineMapJob(
        parameters: GenerateOfflineMapParameters, downloadDirectory: URL, overrides: GenerateOfflineMapParameterOverrides? = nil,
        configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<GenerateOfflineMapWork> {
        let work = GenerateOfflineMapWork(
            map: try OnlineMapSource(onlineMap), parameters: parameters, downloadDirectory: downloadDirectory,
            overrides: overrides)
        return try Job(work, services: access, configuration: configuration)
    }
}

extension OfflineMapTask {
    /// The areas of the map that its portal has packaged; none for a map that is none of a portal.
    ///
    /// - Throws: What ``PortalItem`` throws.
    @concurrent
    public func preplannedMapAreas() async throws -> [PreplannedMapArea] {
        try await portalItem?.relatedItems(.mapToArea).map(PreplannedMapArea.init(portalItem:)) ?? []
    }

    /// Parameters for an area: what the portal says can be done with it.
    @concurrent
    public func makeDefaultDownloadPreplannedOfflineMapParameters(
        preplannedMapArea: PreplannedMapArea
    ) async throws -> DownloadPreplannedOfflineMapParameters {
        try await preplannedMapArea.load()
        return DownloadPreplannedOfflineMapParameters()
    }

    /// A job, not yet started, that downloads an area that the portal has packaged.
    ///
    /// - Parameters:
    ///   - parameters: How.
    ///   - preplannedMapArea: The area, one of ``preplannedMapAreas()``.
    ///   - downloadDirectory: Where the offline map goes: a folder that is not there yet.
    ///   - configuration: What the job runs with, such as the store that keeps it.
    /// - Throws: ``OfflineMapError/notPackaged(area:)`` if the map is none of a portal; ``ServiceURL/HoldsSecret``, `JobError`.
    public func makeDownloadPreplannedOfflineMapJob(
        parameters: DownloadPreplannedOfflineMapParameters, preplannedMapArea: PreplannedMapArea, downloadDirectory: URL,
        configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<DownloadPreplannedOfflineMapWork> {
        let area = preplannedMapArea.portalItem
        guard let map = portalItem else { throw OfflineMapError.notPackaged(area: area.info?.title ?? area.id) }
        let work = DownloadPreplannedOfflineMapWork(
            portal: try ServiceURL(area.portal.url), mapID: map.id, areaID: area.id, parameters: parameters,
            downloadDirectory: downloadDirectory)
        return try Job(work, services: access, configuration: configuration)
    }
}
