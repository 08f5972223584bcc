import CairnCore
import CairnGeo
import Foundation

/// What a service is asked for to make a geodatabase of it, and what its layers become.
struct GeneratePlan: Sendable {
    let service: FeatureServiceInfo
    let options: [GenerateLayerOption]
    /// The tables, by the numbers of the layers.
    let tables: [Int: FeatureTableDefinition]
    private let parameters: GenerateGeodatabaseParameters

    /// Asks the service for its layers, and finds out whether it can do what is asked for.
    ///
    /// - Throws: ``SyncError``, ``FeatureError/noLayer(id:service:)``; what the service throws.
    init(_ parameters: GenerateGeodatabaseParameters, of service: ReplicaService) async throws {
        let json = try await service.client.ask("", limit: ServiceClient.descriptionLimit)
        let info = try FeatureServiceInfo(AnswerPart(json, of: service.client.url))
        (self.service, self.parameters) = (info, parameters)
        try Self.check(parameters, info, service.name)
        let members = (info.layers + info.tables).filter { $0.kind != .groupLayer }
        var asked: Set<Int> = []
        options =
            parameters.layerOptions.isEmpty
            ? members.map { GenerateLayerOption(layerID: $0.id, queryOption: parameters.extent == nil ? .all : .filter) }
            : parameters.layerOptions.filter { asked.insert($0.layerID).inserted }
        var tables: [Int: FeatureTableDefinition] = [:]
        for option in options {
            guard members.contains(where: { $0.id == option.layerID }) else {
                throw FeatureError.noLayer(id: option.layerID, service: service.name)
            }
            tables[option.layerID] = try await Self.table(option.layerID, parameters, service, besides: tables.values.map(\.name))
        }
        self.tables = tables
    }

    private static func check(_ parameters: GenerateGeodatabaseParameters, _ info: FeatureServiceInfo, _ name: String) throws {
        guard info.isSyncEnabled || parameters.syncModel == .none && info.capabilities.contains(.extract)
        else { throw SyncError.notEnabled(service: name) }
        let models: [GeodatabaseSyncModel: (SyncCapability, String)] = [
            .none: (.modelNone, "copies that are never brought up to date (syncModel none)"),
            .layer: (.perLayer, "copies whose layers are brought up to date each for itself (syncModel perLayer)"),
            .geodatabase: (.perReplica, "copies that are brought up to date as a whole (syncModel perReplica)"),
        ]
        // What says nothing of any model has not been asked.
        let isSilent = info.syncCapabilities.isDisjoint(with: models.values.map(\.0))
        if let (capability, words) = models[parameters.syncModel], !isSilent, !info.syncCapabilities.contains(capability) {
            throw SyncError.notSupported(service: name, what: words)
        }
        guard info.offersJSONReplicas else { throw SyncError.onlyEsriFormat(service: name) }
    }

    private static func table(
        _ id: Int, _ parameters: GenerateGeodatabaseParameters, _ service: ReplicaService, besides names: [String]
    ) async throws -> FeatureTableDefinition {
        let url = service.client.url.appending(path: "\(id)")
        let json = try await service.client.ask("\(id)", limit: ServiceClient.descriptionLimit)
        var table = try FeatureLayerInfo(AnswerPart(json, of: url)).definition
        if let field = table.globalIDField, field == table.objectIDField || !table.fields.contains(where: { $0.name == field }) {
            table.globalIDField = nil
        }
        if parameters.syncModel != .none, table.globalIDField == nil { throw SyncError.noGlobalIDs(layer: table.name) }
        if table.objectIDField.isEmpty { table.objectIDField = "OBJECTID" }
        table.name = freeName(table.name, id, besides: names)
        if table.hasGeometry { table.spatialReference = parameters.outSpatialReference ?? table.spatialReference }
        table.hasAttachments = table.hasAttachments && parameters.returnsAttachments && table.globalIDField != nil
        table.keepGeometryColumnApart()
        return table
    }

    /// The layer's name, unless the file cannot have a table of it.
    private static func freeName(_ name: String, _ id: Int, besides names: [String]) -> String {
        let isFree = !names.contains { $0.caseInsensitiveCompare(name) == .orderedSame }
        if isFree, GeoPackage.objection(toTableName: name) == nil { return name }
        let other = "\(name.filter { $0 != "\0" })_\(id)"
        return GeoPackage.objection(toTableName: other) == nil ? other : "layer_\(id)"
    }

    var isAsync: Bool { service.syncCapabilities.contains(.async) }

    /// The parameters of `createReplica`.
    func form(name: String) -> [String: String] {
        var form = [
            "replicaName": name, "layers": FeatureQueryWire.list(options.map(\.layerID)), "layerQueries": layerQueries.text(),
            "transportType": "esriTransportTypeUrl", "returnAttachments": String(parameters.returnsAttachments),
            "returnAttachmentsDataByUrl": "true", "async": String(isAsync), "syncModel": parameters.syncModel.rawValue,
            "targetType": "client", "dataFormat": "json",
        ]
        form["attachmentsSyncDirection"] = sendsAttachments ? parameters.attachmentSyncDirection.rawValue : "none"
        form["syncDirection"] = direction?.rawValue
        form.merge(area) { $1 }
        form["replicaSR"] = parameters.outSpatialReference.map { $0.wkid.map(String.init) ?? $0.esriJSON.text() }
        return form
    }

    /// Where the features are that are asked for, if not everywhere.
    var area: [String: String] {
        guard let extent = parameters.extent else { return [:] }
        var form = ["geometry": extent.esriJSON.text(), "geometryType": extent.type?.rawValue ?? "esriGeometryEnvelope"]
        form["inSR"] = extent.spatialReference?.esriJSON.text()
        return form
    }

    /// Which way edits go; nil if that is left to the service.
    private var direction: SyncDirection? {
        service.syncCapabilities.contains(.directionControl) ? parameters.syncDirection : nil
    }

    /// Whether edits of the copy go to the service; nil if that is left to it.
    var sendsEdits: Bool? { direction?.includesUpload }
    /// Whether what is done to attachments goes there.
    var sendsAttachments: Bool { parameters.returnsAttachments && parameters.attachmentSyncDirection.includesUpload }

    private var layerQueries: JSONValue {
        let pairs = options.map { option -> (String, JSONValue) in
            var members: [String: JSONValue] = [
                "queryOption": .string(option.queryOption.rawValue), "includeRelated": .bool(option.includesRelated),
                "useGeometry": .bool(option.queryOption == .filter && option.usesGeometry && parameters.extent != nil),
            ]
            if option.queryOption == .filter {
                members["where"] = .string(option.whereClause.isEmpty ? "1=1" : option.whereClause)
            }
            return ("\(option.layerID)", .object(members))
        }
        return .object(Dictionary(pairs) { first, _ in first })
    }
}

extension FeatureServiceInfo {
    /// Whether copies can be had as JSON, as far as the service names formats. A number there means other things, such as annotations.
    var offersJSONReplicas: Bool {
        let said = json["syncCapabilities"]?["supportedSyncDataOptions"] ?? json["supportedSyncDataOptions"]
        if let formats = said?.string { return formats.lowercased().contains("json") }
        let list = said?.array?.compactMap { $0.string?.lowercased() } ?? []
        return list.isEmpty || list.contains { $0.hasSuffix("json") }
    }
}
