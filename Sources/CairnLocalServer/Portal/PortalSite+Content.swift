import CairnCore
import CairnTasks
import Foundation

extension PortalSite {
    func content(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        let names = path.map { $0.lowercased() }
        switch names.first {
        case "items" where names.count >= 2:
            return try await item(try visible(path[1], request), Array(path.dropFirst(2)), request)
        case "groups" where names.count == 2:
            let items = shelf.items.filter { $0.groupIDs.contains(path[1]) && $0.isVisible(to: request.user) }
            return ServiceAnswer(["total": .integer(items.count), "items": list(items, request)])
        case "users" where names.count >= 2:
            if let place = names.firstIndex(of: "items"), (2...3).contains(place), place + 2 == names.count - 1 {
                let item = try visible(path[place + 1], request)
                return try ownersChange(item, names[place + 2], request)
            }
            guard names.count <= 3 else { throw ServiceFailure(code: 400, message: "Invalid URL") }
            return try userContent(path[1], names.count == 3 ? path[2] : "", request)
        default: throw ServiceFailure(code: 400, message: "Invalid URL")
        }
    }

    private func visible(_ id: String, _ request: ServiceRequest) throws -> PublishedItem {
        guard let item = shelf.item(id) else {
            throw ServiceFailure(code: 400, message: "Item does not exist or is inaccessible.")
        }
        guard item.isVisible(to: request.user) else {
            if request.user == nil, !users.isEmpty { throw ServiceFailure.tokenRequired }
            throw Self.forbidden
        }
        return item
    }

    private static let forbidden = ServiceFailure(
        code: 403, message: "You do not have permissions to access this resource or perform this operation.")

    private func list(_ items: [PublishedItem], _ request: ServiceRequest) -> JSONValue {
        .array(items.map { request.replacingServer(in: shelf.json(of: $0)) })
    }

    // MARK: - One item

    private func item(_ item: PublishedItem, _ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        let names = path.map { $0.lowercased() }
        switch names.first {
        case nil: return ServiceAnswer(request.replacingServer(in: shelf.json(of: item)))
        case "data" where names.count == 1: return try await data(item, request)
        case "info" where names.count >= 2:
            guard item.thumbnailName?.lowercased() == names.dropFirst().joined(separator: "/") else {
                throw ServiceFailure.notFound("File")
            }
            return try sent(item.thumbnail, request)
        case "relateditems" where names.count == 1: return ServiceAnswer(try related(item, request))
        case "groups" where names.count == 1: return ServiceAnswer(groups(of: item, request.user))
        case "comments" where names.count == 1:
            let comments = shelf.comments(on: item)
            let count = JSONValue.integer(comments.count)
            return ServiceAnswer(["total": count, "start": 1, "num": count, "nextStart": -1, "comments": .array(comments)])
        case "comments" where names.count == 2:
            guard let comment = shelf.comments(on: item).first(where: { $0["id"]?.string == path[1] }) else {
                throw ServiceFailure(code: 400, message: "Comment does not exist or is inaccessible.")
            }
            return ServiceAnswer(comment)
        case "share" where names.count == 1, "unshare" where names.count == 1:
            return try ownersChange(item, names[0], request)
        case "rating" where names.count == 1:
            let rating = request.user.flatMap { shelf.rating(of: item, by: $0) }
            return ServiceAnswer(rating.map { ["rating": .number($0)] } ?? [:])
        case "addcomment" where names.count == 1: return ServiceAnswer(try comment(item, request))
        case "addrating" where names.count == 1: return ServiceAnswer(try rate(item, request))
        case "resources" where names.count == 1:
            return ServiceAnswer(["total": 0, "start": 1, "num": 0, "nextStart": -1, "resources": []])
        default: throw ServiceFailure(code: 400, message: "Invalid URL")
        }
    }

    private func data(_ item: PublishedItem, _ request: ServiceRequest) async throws -> ServiceAnswer {
        guard let json = try await shelf.json(item) else { return try sent(item.content, request) }
        let body = request.replacingServer(in: json).data(pretty: request.format == "pjson")
        return ServiceAnswer(body, "application/json;charset=utf-8")
    }

    private func sent(_ content: PublishedItem.Content, _ request: ServiceRequest) throws -> ServiceAnswer {
        switch content {
        case .nothing: ServiceAnswer(Data(), "text/plain;charset=utf-8")
        case .json(let json): ServiceAnswer(request.replacingServer(in: json).data(), "application/json;charset=utf-8")
        case .data(let data, let type): ServiceAnswer(data, type, headers: ["x-content-type-options": "nosniff"])
        case .file(let file):
            try ServedFile(file, type: Self.type(of: file), name: file.lastPathComponent.printable(upTo: 60)).answer(request)
        }
    }

    private static func type(of file: URL) -> String {
        switch file.pathExtension.lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        case "csv": "text/csv;charset=utf-8"
        case "txt": "text/plain;charset=utf-8"
        case "pdf": "application/pdf"
        case "zip": "application/zip"
        default: "application/octet-stream"
        }
    }

    private func related(_ item: PublishedItem, _ request: ServiceRequest) throws -> JSONValue {
        let types = request.list("relationshipType") + request.list("relationshipTypes")
        guard !types.isEmpty else { throw ServiceFailure.invalid("relationshipType", "it is missing") }
        let kinds = types.map { PortalItemRelationship(rawValue: $0) }
        let isForward = request["direction"]?.lowercased() != "reverse"
        let ids = isForward ? kinds.flatMap { item.relatedItemIDs[$0] ?? [] } : []
        let all = shelf.items.filter { other in
            guard other.isVisible(to: request.user) else { return false }
            return isForward ? ids.contains(other.id) : kinds.contains { other.relatedItemIDs[$0]?.contains(item.id) == true }
        }
        return ["total": .integer(all.count), "relatedItems": list(all, request)]
    }

    private func comment(_ item: PublishedItem, _ request: ServiceRequest) throws -> JSONValue {
        let user = try signedIn(request)
        guard let text = request["comment"] else { throw ServiceFailure.invalid("comment", "it is missing") }
        try ItemLimits.expect(text, "comment", atMost: ItemLimits.comment)
        let id = UUID().uuidString.replacing("-", with: "").lowercased()
        let comment: JSONValue = [
            "id": .string(id), "comment": .string(text), "owner": .string(user), "created": .milliseconds(Date()),
        ]
        guard shelf.add(comment, to: item) else {
            throw ServiceFailure.invalid("comment", "the item has \(ItemLimits.comments), which is as many as it may have")
        }
        return ["success": true, "commentId": .string(id)]
    }

    private func rate(_ item: PublishedItem, _ request: ServiceRequest) throws -> JSONValue {
        let user = try signedIn(request)
        guard let rating = try request.measure("rating"), (1...5).contains(rating) else {
            throw ServiceFailure.invalid("rating", "it is not from 1 to 5")
        }
        shelf.rate(item, rating, by: user)
        return ["success": true, "itemId": .string(item.id)]
    }

    /// Who changes something, by POST; anybody where nobody can sign in.
    private func signedIn(_ request: ServiceRequest) throws -> String {
        guard request.method == .post else { throw ServiceFailure(code: 405, message: "What changes something takes POST only") }
        if users.isEmpty { return "" }
        guard let user = request.user else { throw ServiceFailure.tokenRequired }
        return user
    }

    // MARK: - What owners do

    private func userContent(_ name: String, _ folder: String, _ request: ServiceRequest) throws -> ServiceAnswer {
        let own = shelf.items.filter { $0.owner == name && $0.isVisible(to: request.user) }
        let folders = Set(own.map(\.folder)).subtracting([""]).sorted()
        guard folder.isEmpty || folders.contains(folder) else {
            throw ServiceFailure(code: 400, message: "Folder does not exist or is inaccessible.")
        }
        let here = own.filter { $0.folder == folder }
        let page = try PortalPage(request, count: here.count, usual: 10)
        let entry = { (name: String) -> JSONValue in
            ["id": .string(name), "title": .string(name), "username": .string(own.first?.owner ?? "")]
        }
        return ServiceAnswer([
            "username": .string(name), "total": .integer(here.count), "start": .integer(page.start), "num": .integer(page.limit),
            "nextStart": .integer(page.next), "currentFolder": folder.isEmpty ? .null : entry(folder),
            "items": list(Array(here[page.range]), request), "folders": .array(folder.isEmpty ? folders.map(entry) : []),
        ])
    }

    private func ownersChange(_ item: PublishedItem, _ operation: String, _ request: ServiceRequest) throws -> ServiceAnswer {
        let user = try signedIn(request)
        guard users.isEmpty || user == item.owner else { throw Self.forbidden }
        switch operation {
        case "update": return ServiceAnswer(try update(item, request))
        case "share", "unshare":
            let sharing = try ItemSharing(request, isShared: operation == "share")
            try shelf.change(item.id) { (item) throws(ServiceFailure) in try sharing.apply(to: &item) }
            return ServiceAnswer([operation == "share" ? "notSharedWith" : "notUnsharedFrom": [], "itemId": .string(item.id)])
        default: throw ServiceFailure(code: 400, message: "Invalid URL")
        }
    }

    private func update(_ item: PublishedItem, _ request: ServiceRequest) throws -> JSONValue {
        let members = try ItemLimits.members(request)
        let text = try request["text"].map { text in
            do { return try JSONValue(parsing: text) } catch { throw ServiceFailure.invalid("text", "it is no JSON") }
        }
        let file = request.files.first { $0.field == "file" }
        try shelf.change(item.id) { item in
            item.take(members)
            if let text { item.content = .json(text) }
            if let file { item.content = .data(file.content, type: item.type.mediaType) }
        }
        return ["success": true, "id": .string(item.id)]
    }
}
