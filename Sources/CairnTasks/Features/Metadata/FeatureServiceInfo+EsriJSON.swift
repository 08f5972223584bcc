public import CairnCore
import CairnGeo
package import Foundation

extension FeatureServiceInfo {
    /// Reads what the service at `url` says of itself; most members may be missing, but not all that make it a feature service.
    ///
    /// - Throws: ``TransportError`` of reason ``TransportError/Reason/notUnderstood(_:)``.
    package init(esriJSON json: JSONValue, of url: URL) throws {
        try self.init(AnswerPart(json, of: url))
    }

    init(_ answer: AnswerPart) throws {
        guard try !answer.members().keys.filter({ ["layers", "tables"].contains($0) }).isEmpty else {
            let isLayer = try answer.optional("fields") != nil
            throw answer.refusal(
                isLayer
                    ? "is that of a layer; the address of its service is the same without the number at its end"
                    : "is not that of a feature service, it has neither layers nor tables")
        }
        self.init(
            serviceDescription: Self.words(try answer.optional("serviceDescription")),
            version: Self.words(try answer.optional("currentVersion")),
            spatialReference: try answer.optional("spatialReference")?.spatialReference(),
            // Hints for maps, which some write as text.
            fullExtent: try? answer.optional("fullExtent")?.extent(in: nil),
            initialExtent: try? answer.optional("initialExtent")?.extent(in: nil),
            maxRecordCount: try Self.count(answer.optional("maxRecordCount")),
            queryFormats: Self.words(try answer.optional("supportedQueryFormats")).split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            },
            capabilities: Set(list: Self.words(try answer.optional("capabilities"))),
            isSyncEnabled: try answer.optional("syncEnabled")?.flag() ?? false,
            syncCapabilities: try Self.syncCapabilities(answer),
            supportsApplyEditsWithGlobalIDs: try answer.optional("supportsApplyEditsWithGlobalIds")?.flag() ?? false,
            layers: try answer.optional("layers")?.list().map(FeatureLayerSummary.init) ?? [],
            tables: try answer.optional("tables")?.list().map(FeatureLayerSummary.init) ?? [], json: answer.json)
    }

    private static func words(_ part: AnswerPart?) -> String { (try? part?.text()) ?? "" }

    private static func count(_ part: AnswerPart?) throws -> Int? {
        guard let number = part?.json.lenientDouble, number >= 1 else { return nil }
        return Int(rounding: number.clamped(to: 1...1e6), .towardZero)
    }

    private static func syncCapabilities(_ answer: AnswerPart) throws -> Set<SyncCapability> {
        let members = try answer.optional("syncCapabilities")?.members() ?? [:]
        return Set(members.filter { $0.value.bool == true }.map { SyncCapability(rawValue: $0.key) })
    }
}

extension FeatureServiceInfo {
    /// What the service says of itself as servers write it: all of ``json``, and over it what the properties say.
    public var esriJSON: JSONValue {
        var members = json.object ?? [:]
        members["serviceDescription"] = .string(serviceDescription)
        if members["currentVersion"] == nil, !version.isEmpty {
            members["currentVersion"] = Double(version).map(JSONValue.number) ?? .string(version)
        }
        members["spatialReference"] = spatialReference?.esriJSON
        if let fullExtent { members["fullExtent"] = Geometry.envelope(fullExtent).esriJSON }
        if let initialExtent { members["initialExtent"] = Geometry.envelope(initialExtent).esriJSON }
        members["maxRecordCount"] = maxRecordCount.map(JSONValue.integer)
        members["supportedQueryFormats"] = .string(queryFormats.joined(separator: ", "))
        members["capabilities"] = .string(capabilities.list)
        members["syncEnabled"] = .bool(isSyncEnabled)
        members["syncCapabilities"] = encodedSyncCapabilities
        members["supportsApplyEditsWithGlobalIds"] = .bool(supportsApplyEditsWithGlobalIDs)
        members["layers"] = .array(layers.map { encoded($0, in: "layers") })
        members["tables"] = .array(tables.map { encoded($0, in: "tables") })
        return .object(members)
    }

    /// What is no flag stays as the server has said it.
    private var encodedSyncCapabilities: JSONValue? {
        let known = json["syncCapabilities"]?.object ?? [:]
        if known.isEmpty, syncCapabilities.isEmpty { return nil }
        let off = known.filter { $0.key != "supportsASync" }.mapValues { $0.bool == true ? false : $0 }
        return .object(off.merging(syncCapabilities.map { ($0.rawValue, true) }) { $1 })
    }

    private func encoded(_ layer: FeatureLayerSummary, in list: String) -> JSONValue {
        let known = json[list]?.array?.first { $0["id"]?.int == layer.id }?.object ?? [:]
        return .object(known.merging(layer.esriJSON.object ?? [:]) { $1 })
    }
}
