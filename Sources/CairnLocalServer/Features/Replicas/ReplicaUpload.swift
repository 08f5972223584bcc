import CairnCore
import CairnGeo
import Foundation

/// The edits that a client sends for its replica.
struct ReplicaUpload {
    private struct Part {
        let layer: FeatureLayer
        var adds: [EditedFeatures.Row] = []
        var updates: [EditedFeatures.Row] = []
        var edits = ReplicaEdits()
    }

    private let parts: [Part]
    /// What tells these edits from others.
    let digest: String

    /// - Parameters:
    ///   - text: A JSON array with the edits of each layer.
    ///   - parameter: What it was sent as.
    init(_ text: String, _ parameter: String, for replica: Replica, _ layers: [FeatureLayer]) throws(ServiceFailure) {
        digest = Self.digest(text)
        var parts: [Part] = []
        for element in try Self.list(text, parameter) {
            guard let id = element["id"]?.int else { throw .invalid(parameter, "an element does not say the id of its layer") }
            guard replica.layers.contains(where: { $0.id == id }), let layer = layers.first(where: { $0.id == id }) else {
                throw .invalid(parameter, "the replica has no layer \(id)")
            }
            if parts.contains(where: { $0.layer.id == id }) { throw .invalid(parameter, "the layer \(id) is there twice") }
            try layer.expectEditable()
            parts.append(try Self.part(element, layer, replica, parameter))
        }
        self.parts = parts
    }

    var isEmpty: Bool { parts.isEmpty }
    /// The ids of the layers that it has edits of.
    var layerIDs: [Int] { parts.map(\.layer.id) }

    private static func list(_ text: String, _ parameter: String) throws(ServiceFailure) -> [JSONValue] {
        do {
            let json = try JSONValue(parsing: text, refusingRepeatedNames: true)
            if let list = json.array ?? json["edits"]?.array { return list }
        } catch { throw .invalid(parameter, error) }
        throw .invalid(parameter, "it is no JSON array")
    }

    private static func part(
        _ json: JSONValue, _ layer: FeatureLayer, _ replica: Replica, _ parameter: String
    ) throws(ServiceFailure) -> Part {
        var part = Part(layer: layer)
        let features = try features(json, layer, parameter)
        let reader = EditedFeatures(layer, reference: replica.spatialReference)
        part.adds = try rows(features["adds"], reader, parameter) + rows(features["inserts"], reader, parameter)
        part.updates = try rows(features["updates"], reader, parameter)
        part.edits.features.deletedGlobalIDs = try ids(features["deleteIds"], parameter) + ids(features["deletes"], parameter)
        // Clients that send none write empty lists.
        guard let attachments = json["attachments"], attachments.object?.values.contains(where: Self.saysSomething) == true else {
            return part
        }
        if ["none", "download"].contains(replica.attachmentsDirection) {
            throw .invalid(parameter, "the replica does not send attachments: its attachmentsSyncDirection says so")
        }
        part.edits.addedAttachments = try files(attachments["adds"], parameter) + files(attachments["inserts"], parameter)
        part.edits.updatedAttachments = try files(attachments["updates"], parameter)
        part.edits.deletedAttachments = try ids(attachments["deleteIds"], parameter) + ids(attachments["deletes"], parameter)
        return part
    }

    /// Where the edits of features stand: in a member of their own, or among those of the layer.
    private static func features(
        _ json: JSONValue, _ layer: FeatureLayer, _ parameter: String
    ) throws(ServiceFailure) -> JSONValue {
        let own = json["features"].flatMap { $0.isNull ? nil : $0 }
        let known = own == nil ? KnownMembers.plainLayerEdits : .layerEdits
        try known.expect(json, parameter, "an element of the layer \(layer.id)")
        if let own { try KnownMembers.edits.expect(own, parameter, "the features of the layer \(layer.id)") }
        if let files = json["attachments"], !files.isNull {
            try KnownMembers.edits.expect(files, parameter, "the attachments of the layer \(layer.id)")
        }
        return own ?? json
    }

    private static func saysSomething(_ json: JSONValue) -> Bool { !json.isNull && json.array?.isEmpty != true }

    private static func rows(
        _ json: JSONValue?, _ reader: EditedFeatures, _ parameter: String
    ) throws(ServiceFailure) -> [EditedFeatures.Row] {
        guard let json, !json.isNull else { return [] }
        for element in json.array ?? [] { try KnownMembers.feature.expect(element, parameter, "a feature") }
        return try reader.rows(json.data(), parameter)
    }

    private static func ids(_ json: JSONValue?, _ parameter: String) throws(ServiceFailure) -> [String] {
        guard let json, !json.isNull else { return [] }
        return try IDList(json.string ?? json.text()).texts(parameter)
    }

    private static func files(
        _ json: JSONValue?, _ parameter: String
    ) throws(ServiceFailure) -> [(attachment: NewAttachment, parent: String)] {
        guard let json, !json.isNull else { return [] }
        guard let list = json.array else { throw .invalid(parameter, "the attachments are no JSON array") }
        var files: [(attachment: NewAttachment, parent: String)] = []
        for element in list { files.append(try file(element, parameter)) }
        return files
    }

    private static func file(
        _ element: JSONValue, _ parameter: String
    ) throws(ServiceFailure) -> (attachment: NewAttachment, parent: String) {
        try KnownMembers.attachment.expect(element, parameter, "an attachment")
        let members = Dictionary((element.object ?? [:]).map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        guard let bytes = bytes(members["data"]?.string) else {
            throw .invalid(parameter, "an attachment has no 'data', which is its bytes in base64")
        }
        guard members.count == element.object?.count else {
            throw .invalid(parameter, "an attachment has a member twice, in other letters")
        }
        if let size = members["size"]?.lenientDouble, size != Double(bytes.count) {
            throw .invalid(
                parameter, "an attachment says that it has \(JSONValue.number(size).text()) bytes, and has \(bytes.count)")
        }
        guard let id = members["globalid"]?.string, GlobalID.isWellFormed(id) else {
            throw .invalid(parameter, "an attachment has no 'globalId' that is one")
        }
        let attachment = NewAttachment(
            name: members["name"]?.string ?? "attachment",
            contentType: members["contenttype"]?.string ?? "application/octet-stream", content: .data(bytes), globalID: id)
        return (attachment, members["parentglobalid"]?.string ?? "")
    }

    /// What a text in base64 means; nil if it is none. Some break it into lines.
    private static func bytes(_ text: String?) -> Data? {
        guard let text else { return nil }
        return Data(base64Encoded: Data(text.utf8.filter { ![0x20, 0x0A, 0x0D].contains($0) }))
    }

    /// FNV-1a of 64 bits from two beginnings: nobody gains by finding two that are alike, for each replica is its client's own.
    private static func digest(_ text: String) -> String {
        var (first, second, count): (UInt64, UInt64, Int) = (0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142, 0)
        for byte in text.utf8 {
            first = (first ^ UInt64(byte)) &* 0x100_0000_01B3
            second = (second ^ UInt64(byte ^ 0x5A)) &* 0x100_0000_01B3
            count += 1
        }
        return "\(count)-\(String(first, radix: 16))-\(String(second, radix: 16))"
    }

    // MARK: - Applying

    /// Carries them out, all or none if they say so; within a transaction of the caller's.
    ///
    /// - Returns: What became of the edits of each layer, as JSON.
    func apply(to package: GeoPackage, rollingBack: Bool) throws -> JSONValue {
        try package.database.execute("SAVEPOINT cairn_upload")
        var results = try parts.map { try apply($0, to: package) }
        if rollingBack, results.contains(where: \.hasFailed) {
            try package.database.execute("ROLLBACK TO cairn_upload")
            results = results.map(\.rolledBack)
        }
        try package.database.execute("RELEASE cairn_upload")
        return .array(zip(parts, results).map { Self.json($1, of: $0.layer) })
    }

    private func apply(_ part: Part, to package: GeoPackage) throws -> ReplicaEditResults {
        let definition = try package.table(part.layer.definition.name)
        var edits = part.edits
        edits.features.adds = part.adds.filter { $0.error == nil }.map(\.feature)
        edits.features.updates = part.updates.filter { $0.error == nil }.map(\.feature)
        var results = try package.apply(edits, to: definition)
        results.features.adds = woven(part.adds, results.features.adds, definition)
        results.features.updates = woven(part.updates, results.features.updates, definition)
        return results
    }

    /// What became of those that were tried, among those that were not.
    private func woven(
        _ rows: [EditedFeatures.Row], _ results: [FeatureEditResult], _ definition: FeatureTableDefinition
    ) -> [FeatureEditResult] {
        var results = results[...]
        return rows.compactMap { row in
            guard let error = row.error else { return results.popFirst() }
            let id = definition.globalIDField.flatMap { row.feature.attributes.value(ofAnyCase: $0)?.string }
            return FeatureEditResult(globalID: id, error: error)
        }
    }

    private static func json(_ results: ReplicaEditResults, of layer: FeatureLayer) -> JSONValue {
        var members = LayerEdits.members(of: results.features)
        members["id"] = .integer(layer.id)
        if !results.attachments.all.isEmpty {
            members["attachmentResults"] = .object(LayerEdits.members(of: results.attachments))
        }
        return .object(members)
    }
}
