import CairnCore
import CairnTasks
import Foundation

/// Answers what is asked below `uploads` of a service.
struct UploadAnswer {
    private let store: UploadStore

    init(_ store: UploadStore) {
        self.store = store
    }

    /// - Parameter path: What follows `uploads`.
    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        guard let first = path.first else { throw ServiceFailure.noOperation("uploads") }
        switch (first.lowercased(), path.count) {
        case ("upload", 1): return try await upload(request)
        case ("info", 1): return ServiceAnswer(["maxUploadFileSize": .integer(UploadStore.largestFile >> 20)])
        case (_, 1): return ServiceAnswer(try await item(first).esriJSON)
        case (_, 2): return try await answer(path[1], first, request)
        default: throw ServiceFailure.noOperation(path.joined(separator: "/"))
        }
    }

    private func answer(_ operation: String, _ id: String, _ request: ServiceRequest) async throws -> ServiceAnswer {
        switch operation.lowercased() {
        case "delete":
            try request.expectPost()
            guard try await store.delete(id) else { throw notFound(id) }
            return ServiceAnswer(["success": true])
        case "download":
            guard let file = try await store.file(of: id) else { throw notFound(id) }
            return try ServedFile(file).answer(request)
        default: throw ServiceFailure.noOperation(operation)
        }
    }

    private func upload(_ request: ServiceRequest) async throws -> ServiceAnswer {
        try request.expectPost()
        guard let file = request.files.first(where: { $0.field.lowercased() == "file" }) ?? request.files.first else {
            throw ServiceFailure.invalid("file", "there is no file; send a form of multipart/form-data with one")
        }
        let item = try await store.add(file, description: request["description"] ?? "")
        return ServiceAnswer(["success": true, "item": item.esriJSON])
    }

    private func item(_ id: String) async throws -> UploadedItem {
        guard let item = try await store.item(id) else { throw notFound(id) }
        return item
    }

    private func notFound(_ id: String) -> ServiceFailure { .notFound("Item \(id.printable(upTo: 60))") }
}
