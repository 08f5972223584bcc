import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

extension FeatureSite {
    private static func infos(_ attachments: [Int: Attachment]) -> JSONValue {
        .array(
            attachments.sorted { $0.key < $1.key }.map { id, attachment in
                [
                    "id": .integer(id), "name": .string(attachment.name), "contentType": .string(attachment.type),
                    "size": .integer(attachment.data.count),
                ]
            })
    }

    func attachments(_ fields: [String: String]) -> HonestAnswer {
        let all = state.withLock(\.attachments)
        let groups = FeatureModel.numbers(fields["objectIds"]).compactMap { id -> JSONValue? in
            guard let own = all[id], !own.isEmpty else { return nil }
            return ["parentObjectId": .integer(id), "attachmentInfos": Self.infos(own)]
        }
        return .json(JSONValue.object(["attachmentGroups": .array(groups)]).text())
    }

    func attachmentAnswer(_ path: [String], _ fields: [String: String], _ request: ScriptedRequest) -> HonestAnswer {
        guard let id = path.first.flatMap({ Int($0) }), path.count > 1 else { return HonestAnswer(status: 404) }
        switch path[1] {
        case "attachments" where path.count == 2:
            let own = state.withLock { $0.attachments[id] ?? [:] }
            return .json(JSONValue.object(["attachmentInfos": Self.infos(own)]).text())
        case "attachments":
            guard let own = state.withLock({ $0.attachments[id]?[Int(path[2]) ?? -1] }) else { return HonestAnswer(status: 404) }
            return HonestAnswer(fields: ["Content-Type": own.type, "ETag": "\"a\""], body: own.data)
        case "addAttachment", "updateAttachment": return put(path[1], id, request)
        case "deleteAttachments": return delete(FeatureModel.numbers(fields["attachmentIds"]), of: id)
        default: return HonestAnswer(status: 404)
        }
    }

    private func put(_ operation: String, _ feature: Int, _ request: ScriptedRequest) -> HonestAnswer {
        let parts = MultipartParts(request)
        let key = "\(operation) \(feature) \(parts.file?.name ?? "") \(parts.fields["attachmentId"] ?? "")"
        let result: JSONValue = state.withLock { state in
            guard let file = parts.file, state.rows[feature] != nil else {
                return ["objectId": -1, "success": false, "error": ["code": 400, "description": "There is no such feature."]]
            }
            state.carriedOut[key, default: 0] += 1
            let number = parts.fields["attachmentId"].flatMap { Int($0) } ?? state.nextAttachmentID
            if operation == "addAttachment" { state.nextAttachmentID += 1 }
            state.attachments[feature, default: [:]][number] = file
            return ["objectId": .integer(number), "success": true]
        }
        return .json(JSONValue.object([operation + "Result": result]).text())
    }

    private func delete(_ ids: [Int], of feature: Int) -> HonestAnswer {
        let results = state.withLock { state in
            ids.map { id -> JSONValue in
                let isThere = state.attachments[feature]?.removeValue(forKey: id) != nil
                if isThere { return ["objectId": .integer(id), "success": true] }
                return ["objectId": .integer(id), "success": false, "error": ["code": 404, "description": "There is none."]]
            }
        }
        return .json(JSONValue.object(["deleteAttachmentResults": .array(results)]).text())
    }
}

/// The parts of a form with a file.
struct MultipartParts {
    private(set) var fields: [String: String] = [:]
    private(set) var file: FeatureSite.Attachment?

    init(_ request: ScriptedRequest) {
        guard let boundary = request.headers["content-type"]?.components(separatedBy: "boundary=").last else { return }
        let mark = Data("--\(boundary)".utf8)
        var start = request.body.startIndex
        while let next = request.body.range(of: mark, in: start..<request.body.endIndex) {
            add(request.body[start..<next.lowerBound])
            start = next.upperBound
        }
    }

    private mutating func add(_ part: Data) {
        guard let end = part.range(of: Data("\r\n\r\n".utf8)) else { return }
        let head = String(decoding: part[..<end.lowerBound], as: UTF8.self)
        let content = Data(part[end.upperBound...].dropLast(2))
        guard let name = head.firstMatch(of: /name="([^"]*)"/) else { return }
        if let fileName = head.firstMatch(of: /filename="([^"]*)"/) {
            let type = head.firstMatch(of: /Content-Type: (\S+)/).map { String($0.1) } ?? ""
            file = FeatureSite.Attachment(name: String(fileName.1), type: type, data: content)
        } else {
            fields[String(name.1)] = String(decoding: content, as: UTF8.self)
        }
    }
}
