import CairnCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a session sends: bytes, or a file. A body of several pieces becomes a temporary file, which is removed with this.
final class SessionUpload: Sendable {
    private enum Content {
        case data(Data?)
        case file(URL)
        case temporary(URL)
    }

    private let content: Content

    /// - Throws: ``SystemError`` if a file cannot be read, or the temporary one not be written.
    init(_ body: HTTPRequestBody?) throws {
        guard let body else {
            content = .data(nil)
            return
        }
        if body.pieces.count == 1, case .data(let data) = body.pieces[0] {
            content = .data(data)
        } else if body.pieces.count == 1, case .file(let url) = body.pieces[0] {
            // Looked at first: a session calls a missing file a lost connection.
            _ = try FileDescriptor(regular: url.path, O_RDONLY)
            content = .file(url)
        } else {
            content = .temporary(try Self.assembled(body))
        }
    }

    deinit {
        if case .temporary(let url) = content { unlink(url.path) }
    }

    private static func assembled(_ body: HTTPRequestBody) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "cairn-upload-\(UUID().uuidString)")
        let (reader, file) = (
            try HTTPRequestBodyReader(body), try FileDescriptor(url.path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        )
        do {
            while true {
                let data = try reader.read(upTo: 1 << 16)
                if data.isEmpty { return url }
                try file.write(data)
            }
        } catch {
            unlink(url.path)
            throw error
        }
    }

    func task(for request: URLRequest, in session: URLSession) -> URLSessionTask {
        var request = request
        switch content {
        case .data(let data):
            request.httpBody = data
            return session.dataTask(with: request)
        case .file(let url), .temporary(let url): return session.uploadTask(with: request, fromFile: url)
        }
    }
}
