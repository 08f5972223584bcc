import CairnCore
import CairnGeo
import Foundation

/// Finds out, service by service, what of a map can be taken offline, and what is to be asked for.
struct OfflineMapPlanner {
    private let map: WebMap
    private let parameters: GenerateOfflineMapParameters
    private let access: ServiceAccess

    init(_ map: WebMap, _ parameters: GenerateOfflineMapParameters, _ access: ServiceAccess) {
        (self.map, self.parameters, self.access) = (map, parameters, access)
    }

    /// Does what asks a service.
    typealias Asking =
        @Sendable (_ question: @Sendable () async throws -> OfflineMapPart.Work) async throws -> OfflineMapPart.Work

    /// A layer with where it comes from.
    private struct Sourced {
        let layer: MapLayer
        let isTable: Bool
        let source: OfflineLayerSource
    }

    /// - Parameters:
    ///   - overrides: What is asked of the services; nil for what follows from the parameters.
    ///   - packages: What a portal has packaged; nil for none.
    ///   - known: What has been planned before: of that, only what failed is asked about again.
    ///   - ask: Does what asks a service, again if that fails with what may pass.
    /// - Throws: What `ask` throws of trouble that is not one service's own; `CancellationError`.
    func plan(
        _ overrides: GenerateOfflineMapParameterOverrides? = nil, packages: PreplannedPackages? = nil,
        keeping known: OfflineMapPlan = OfflineMapPlan(), ask: @escaping Asking
    ) async throws -> OfflineMapPlan {
        var plan = OfflineMapPlan(keeping: known)
        let sourced = sources(&plan)
        var services: [OfflineLayerSource.Kind: [URL: [Sourced]]] = [:]
        var order: [(OfflineLayerSource.Kind, URL)] = []
        for layer in sourced {
            let (kind, service) = (layer.source.kind, layer.source.service)
            if services[kind]?[service] == nil { order.append((kind, service)) }
            services[kind, default: [:]][service, default: []].append(layer)
        }
        let asked = try await order.concurrentMap(atMost: 4) {
            [services] kind, service -> Result<OfflineMapPart.Work, any Error> in
            let layers = services[kind]?[service] ?? []
            if let source = layers.first?.source, let work = packages?.work(for: source) { return .success(work) }
            return try await work(layers, overrides, ask)
        }
        for ((kind, service), outcome) in zip(order, asked) {
            let layers = services[kind]?[service] ?? []
            do { try add(layers, try outcome.get(), &plan) } catch {
                for layer in layers { plan.add(layer.layer, isTable: layer.isTable, failing: Self.error(error, of: layer.layer)) }
            }
        }
        return plan
    }

    private static func error(_ error: any Error, of layer: MapLayer) -> OfflineMapError {
        if case .leftOut? = error as? OfflineMapError { return .leftOut(layer: layer.shownName) }
        return .service(layer: layer.shownName, reason: error.words)
    }

    private func add(_ layers: [Sourced], _ work: OfflineMapPart.Work, _ plan: inout OfflineMapPlan) throws {
        guard let source = layers.first?.source else { return }
        try plan.add(
            source, work,
            layers.map { layer in
                OfflineMapPart.Layer(
                    id: layer.layer.id, title: layer.layer.shownName, isTable: layer.isTable,
                    key: OfflineMapPart.key(layer.layer, isTable: layer.isTable), number: layer.source.layerID)
            })
    }

    // MARK: - The layers

    private func sources(_ plan: inout OfflineMapPlan) -> [Sourced] {
        var all: [(MapLayer, Bool)] = map.allOperationalLayers.map { ($0, false) } + map.tables.map { ($0, true) }
        if parameters.includesBasemap, parameters.referenceBasemapFilename == nil {
            all = (map.basemap?.layers ?? []).map { ($0, false) } + all
        }
        return all.compactMap { layer, isTable in
            // What the map itself holds comes with it.
            if layer.layerType == .group || layer.isWithinMap || plan.has(layer, isTable: isTable) { return nil }
            guard let source = OfflineLayerSource(layer) else {
                if !parameters.keepsOnlineOnly(of: map) {
                    plan.add(layer, isTable: isTable, failing: Self.refusal(of: layer, isTable: isTable))
                }
                return nil
            }
            if source.kind == .features, source.layerID == nil {
                plan.add(layer, isTable: isTable, failing: .noService(layer: layer.shownName))
                return nil
            }
            return Sourced(layer: layer, isTable: isTable, source: source)
        }
    }

    /// Why a layer cannot be taken offline that is of no service here.
    private static func refusal(of layer: MapLayer, isTable: Bool) -> OfflineMapError {
        let url = layer.url ?? layer.styleURL
        if url?.isFileURL ?? false {
            let reason = "It is a file. Leave the layer out, or name the file as the basemap (referenceBasemapFilename)."
            return .service(layer: layer.shownName, reason: reason)
        }
        let isOfService = isTable || [.feature, .mapImage, .tiled, .vectorTiled].contains(layer.layerType)
        if url == nil, isOfService { return .noService(layer: layer.shownName) }
        return .notSupported(layer: layer.shownName, type: layer.layerType.rawValue)
    }

    // MARK: - The services

    /// What is asked of the service of some layers; or why nothing can be.
    private func work(
        _ layers: [Sourced], _ overrides: GenerateOfflineMapParameterOverrides?,
        _ ask: @escaping Asking
    ) async throws -> Result<OfflineMapPart.Work, any Error> {
        guard let source = layers.first?.source else { return .failure(CancellationError()) }
        if let overrides { return Result { try Self.work(source, overrides) } }
        do {
            return .success(
                try await ask {
                    switch source.kind {
                    case .features: .geodatabase(try await geodatabase(source.service, layers))
                    case .images: .tiles(try await tiles(source.service))
                    case .vectors: .vectorTiles(try await vectorTiles(source.service))
                    }
                })
        } catch let error where error is CancellationError || error is JobError {
            throw error
        } catch {
            return .failure(error)
        }
    }

    private static func work(
        _ source: OfflineLayerSource, _ overrides: GenerateOfflineMapParameterOverrides
    ) throws -> OfflineMapPart.Work {
        let key = OfflineMapParametersKey(service: source.service)
        let work: OfflineMapPart.Work? =
            switch source.kind {
            case .features: overrides.generateGeodatabaseParameters[key].map { .geodatabase($0) }
            case .images: overrides.exportTileCacheParameters[key].map { .tiles($0) }
            case .vectors: overrides.exportVectorTilesParameters[key].map { .vectorTiles($0) }
            }
        guard let work else { throw OfflineMapError.leftOut(layer: "") }
        return work
    }

    private func tiles(_ service: URL) async throws -> ExportTileCacheParameters {
        let client = ServiceClient(url: service, transport: access.transport, credential: access.credentials)
        let info = try await TileServiceInfo.asked(of: client)
        let levels = try info.levels(fromScale: parameters.minScale, toScale: parameters.maxScale, of: URL.withoutQuery(service))
        let asked = ExportTileCacheParameters(areaOfInterest: parameters.areaOfInterest, levelIDs: levels)
        try asked.request(URL.withoutQuery(service), info).expectPossible()
        return asked
    }

    private func vectorTiles(_ service: URL) async throws -> ExportVectorTilesParameters {
        let task = ExportVectorTilesTask(url: service, transport: access.transport, credential: access.credentials)
        let asked = try await task.makeDefaultExportVectorTilesParameters(
            areaOfInterest: parameters.areaOfInterest, maxScale: parameters.maxScale)
        if let info = task.vectorTileSourceInfo { try asked.request(URL.withoutQuery(service), info).expectPossible() }
        return asked
    }

    private func geodatabase(_ service: URL, _ layers: [Sourced]) async throws -> GenerateGeodatabaseParameters {
        let task = GeodatabaseSyncTask(url: service, transport: access.transport, credential: access.credentials)
        var asked = try await task.makeDefaultGenerateGeodatabaseParameters(extent: parameters.areaOfInterest)
        let info = try await task.whenLoaded()
        try asked.expectPossible(info, URL.withoutQuery(service), parameters.updateMode)
        let isEditable = !info.capabilities.isDisjoint(with: [.create, .update, .delete, .editing])
        asked.outSpatialReference = map.spatialReference ?? asked.outSpatialReference
        if parameters.updateMode == .noUpdates { asked.syncModel = .none }
        asked.returnsAttachments = parameters.returnLayerAttachmentOption.includes(isEditable: isEditable)
        asked.attachmentSyncDirection = parameters.attachmentSyncDirection
        asked.layerOptions = options(layers, asked.layerOptions, isEditable: isEditable)
        return asked
    }

    /// Only what the map shows of the service, each layer once.
    private func options(_ layers: [Sourced], _ usual: [GenerateLayerOption], isEditable: Bool) -> [GenerateLayerOption] {
        var seen: Set<Int> = []
        return layers.compactMap { layer in
            guard let id = layer.source.layerID, seen.insert(id).inserted else { return nil }
            var option = usual.first { $0.layerID == id } ?? GenerateLayerOption(layerID: id)
            // A layer that is shown twice, each time in part, comes as a whole.
            let expressions = Set(layers.filter { $0.source.layerID == id }.map(\.layer.definitionExpression))
            if parameters.isDefinitionExpressionFilterEnabled, expressions.count == 1, let text = expressions.first, !text.isEmpty
            {
                (option.whereClause, option.queryOption) = (text, .filter)
                option.usesGeometry = !layer.isTable
            }
            if parameters.returnsSchemaOnlyForEditableLayers, isEditable, !layer.isTable { option.queryOption = .none }
            if layer.isTable, parameters.destinationTableRowFilter == .relatedOnly, option.whereClause.isEmpty {
                // One that is shown twice, each time in part, has rows of its own.
                let isShown = expressions.contains { !$0.allSatisfy(\.isWhitespace) }
                (option.queryOption, option.includesRelated) = (isShown ? .all : .none, !isShown)
            }
            return option
        }
    }
}

extension ReturnLayerAttachmentOption {
    fileprivate func includes(isEditable: Bool) -> Bool {
        switch self {
        case .none: false
        case .allLayers: true
        case .readOnlyLayers: !isEditable
        case .editableLayers: isEditable
        }
    }
}

extension GenerateGeodatabaseParameters {
    /// Finds out what the service would refuse, before it is asked.
    ///
    /// - Throws: ``SyncError``.
    fileprivate func expectPossible(
        _ info: FeatureServiceInfo, _ service: String, _ mode: GenerateOfflineMapUpdateMode
    ) throws {
        guard info.isSyncEnabled || mode == .noUpdates && info.capabilities.contains(.extract) else {
            throw SyncError.notEnabled(service: service)
        }
        guard info.offersJSONReplicas else { throw SyncError.onlyEsriFormat(service: service) }
    }
}

extension MapLayer {
    /// Whether its features stand in the map.
    var isWithinMap: Bool { json["featureCollection"]?.object != nil }
}
