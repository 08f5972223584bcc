import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// The files that are attached to one feature.
struct FeatureAttachments {
    private let layer: FeatureLayer
    private let objectID: Int

    init(_ layer: FeatureLayer, _ objectID: Int) {
        (self.layer, self.objectID) = (layer, objectID)
    }

    /// - Parameter path: What follows the feature's id.
    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        switch (path[0].lowercased(), path.count) {
        case ("attachments", 1): return try await list(request)
        case ("attachments", 2):
            guard let id = Int(path[1]) else { throw ServiceFailure.noOperation(path[1]) }
            return try await content(id)
        case ("addattachment", 1):
            try request.expectPost()
            return ServiceAnswer(try await add(request))
        case ("updateattachment", 1):
            try request.expectPost()
            return ServiceAnswer(try await update(request))
        case ("deleteattachments", 1):
            try request.expectPost()
            return ServiceAnswer(try await delete(request))
        default: throw ServiceFailure.noOperation(path.joined(separator: "/"))
        }
    }

    private func list(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let infos = try await infos()
        let json: JSONValue = ["attachmentInfos": .array(infos.map(\.esriJSON))]
        let links = infos.map { ($0.name, request.address(below: "\($0.id)")) }
        return ServiceAnswer(json, page: ServicePage(title: "Attachments of \(objectID)", links: links, json: json))
    }

    /// - Throws: A 404 if there is no such feature.
    private func infos() async throws -> [AttachmentInfo] {
        let list = try await layer.table.queryAttachments(ofFeatures: [objectID])[objectID] ?? []
        if list.isEmpty { try await expectFeature() }
        return list
    }

    private func expectFeature() async throws {
        guard try await layer.table.queryFeatureCount(using: QueryParameters(objectIDs: [objectID])) > 0 else {
            throw ServiceFailure.notFound("Feature \(objectID) of layer \(layer.id)")
        }
    }

    private func content(_ id: Int) async throws -> ServiceAnswer {
        guard let info = try await infos().first(where: { $0.id == id }) else {
            throw ServiceFailure.notFound("Attachment \(id) of feature \(objectID)")
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-attachment-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await layer.table.fetchAttachment(id, ofFeature: objectID, to: file)
        // It stays readable, though nobody finds it any more, and is never in memory as a whole.
        let data = try Data(contentsOf: file, options: .alwaysMapped)
        let headers = AttachmentHeaders(info)
        return ServiceAnswer(data, headers.contentType, headers: headers.fields)
    }

    private func add(_ request: ServiceRequest) async throws -> JSONValue {
        try layer.expectEditable()
        let attachment = try attachment(request)
        try await expectFeature()
        return ["addAttachmentResult": LayerEdits.json(try await layer.table.addAttachment(attachment, toFeature: objectID))]
    }

    private func update(_ request: ServiceRequest) async throws -> JSONValue {
        try layer.expectEditable()
        guard let ids = try request.integers("attachmentId"), ids.count == 1 else {
            throw ServiceFailure.invalid("attachmentId", "it is to be the id of one attachment")
        }
        let attachment = try attachment(request)
        try await expectFeature()
        let result = try await layer.table.updateAttachment(ids[0], ofFeature: objectID, with: attachment)
        return ["updateAttachmentResult": LayerEdits.json(result)]
    }

    private func attachment(_ request: ServiceRequest) throws(ServiceFailure) -> NewAttachment {
        guard let file = request.files.first(where: { $0.field.lowercased() == "attachment" }) ?? request.files.first else {
            throw ServiceFailure.invalid("attachment", "there is no file; send a form of multipart/form-data with one")
        }
        return NewAttachment(
            name: file.name, contentType: file.contentType, content: .data(file.content), globalID: request["globalId"])
    }

    private func delete(_ request: ServiceRequest) async throws -> JSONValue {
        try layer.expectEditable()
        guard let ids = try request.integers("attachmentIds") else {
            throw ServiceFailure.invalid("attachmentIds", "it is missing")
        }
        try await expectFeature()
        return [
            "deleteAttachmentResults": LayerEdits.json(try await layer.table.deleteAttachments(ids, ofFeature: objectID))
        ]
    }
}

extension AttachmentInfo {
    var esriJSON: JSONValue { .object(esriMembers) }

    var esriMembers: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "id": .integer(id), "name": .string(name), "contentType": .string(contentType), "size": .integer(size),
        ]
        members["globalId"] = globalID.map { .string($0) }
        return members
    }
}
