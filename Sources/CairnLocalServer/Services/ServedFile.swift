import CairnCore
import CairnTasks
import Foundation

/// A file that clients fetch, all of it or from some byte on (RFC 9110, 14).
struct ServedFile {
    private let url: URL
    private let type: String
    /// What clients may call it; nil for whatever they like.
    private let name: String?

    init(_ url: URL, type: String = "application/octet-stream", name: String? = nil) {
        (self.url, self.type, self.name) = (url, type, name)
    }

    /// - Throws: A failure of code 404 if there is no such regular file.
    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        guard let file = try? FileDescriptor(regular: url.path, O_RDONLY) else {
            throw ServiceFailure.notFound("File \(url.lastPathComponent.printable(upTo: 60))")
        }
        // It stays readable, though nobody finds it any more, and is never in memory as a whole.
        let data = try Data(contentsOf: url, options: .alwaysMapped)
        let version = "\"\(try file.size())-\(try file.modified())\""
        var headers = ["etag": version, "accept-ranges": "bytes", "content-type": type, "x-content-type-options": "nosniff"]
        if let name { headers["content-disposition"] = "attachment; filename=\"\(name.replacing("\"", with: "'"))\"" }
        guard let start = start(request, version) else { return ServiceAnswer(HTTPResponse(headers: headers, body: data)) }
        guard start < data.count else {
            headers["content-range"] = "bytes */\(data.count)"
            return ServiceAnswer(HTTPResponse(status: 416, headers: headers))
        }
        headers["content-range"] = "bytes \(start)-\(data.count - 1)/\(data.count)"
        return ServiceAnswer(HTTPResponse(status: 206, headers: headers, body: data.dropFirst(start)))
    }

    /// The byte from which on it is wanted; nil for all of it, also where a range is of another form, or of another version of the file.
    private func start(_ request: ServiceRequest, _ version: String) -> Int? {
        if let wanted = request.headers["if-range"], wanted != version { return nil }
        guard let range = request.headers["range"]?.wholeMatch(of: /bytes=([0-9]{1,18})-/) else { return nil }
        return Int(range.1)
    }
}
