import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// Answers requests for tiles and what goes with them. Who asks for an image cannot read words: what fails has a status of HTTP.
struct TileAnswer {
    private let source: any TileSource

    init(_ source: any TileSource) { self.source = source }

    /// - Parameter path: Level, row and column.
    func answer(_ path: [String], _ request: ServiceRequest) async -> ServiceAnswer {
        guard let key = TileKey(path) else { return Self.missing }
        do {
            if let tile = try await source.tile(at: key) { return try Self.found(tile, request) }
            guard request["blankTile"]?.lowercased() == "true" else { return Self.missing }
            let scheme = try await source.info.tileInfo
            let (width, height) = (min(scheme.tileWidth, 1024), min(scheme.tileHeight, 1024))
            let clear = [UInt8](repeating: 0, count: 4 * width * height)
            return try Self.found(Data(PNGImage(width: width, height: height, premultiplied: clear).encoded()), request)
        } catch {
            return Self.failed(error)
        }
    }

    /// - Parameter path: Where it is among the resources.
    func resource(at path: [String], _ request: ServiceRequest) async -> ServiceAnswer {
        guard path.allSatisfy(\.isOneStep) else { return Self.missing }
        do {
            guard let data = try await source.resource(at: path.joined(separator: "/")) else { return Self.missing }
            let type = path.last?.lowercased().hasSuffix(".json") == true ? "application/json;charset=utf-8" : nil
            return try Self.found(data, request, type: type)
        } catch {
            return Self.failed(error)
        }
    }

    private static var missing: ServiceAnswer { words(404, "There is no such tile.") }

    private static func failed(_ error: any Error) -> ServiceAnswer { words(500, error.words) }

    private static func words(_ status: Int, _ text: String) -> ServiceAnswer {
        let headers = ["content-type": "text/plain;charset=utf-8"]
        return ServiceAnswer(HTTPResponse(status: status, headers: headers, body: Data("\(text)\n".utf8)))
    }

    private static func found(_ data: Data, _ request: ServiceRequest, type: String? = nil) throws -> ServiceAnswer {
        var (body, headers) = (data, [String: String]())
        var version = "\(data.count)-\(data.withUnsafeBytes { ZipFormat.checksum($0) })"
        if data.starts(with: VectorTileCache.gzipMagic) {
            headers["vary"] = "accept-encoding"
            if request.takesGzip {
                headers["content-encoding"] = "gzip"
            } else {
                guard let bytes = try Inflater.unpack(Array(data), .gzip, limit: largestUnpacked) else {
                    return words(500, "The tile cannot be unpacked: it is damaged.")
                }
                (body, version) = (Data(bytes), version + "-plain")
            }
        }
        headers["etag"] = "\"\(version)\""
        if request.headers["if-none-match"]?.contains("\"\(version)\"") == true {
            return ServiceAnswer(HTTPResponse(status: 304, headers: headers))
        }
        headers["content-type"] = type ?? contentType(of: body, isPacked: headers["content-encoding"] != nil)
        return ServiceAnswer(HTTPResponse(headers: headers, body: body))
    }

    private static let largestUnpacked = 1 << 26

    /// As the bytes say, whatever the tiles are said to be: of a mixed cache each is what it is.
    private static func contentType(of data: Data, isPacked: Bool) -> String {
        if isPacked { return "application/x-protobuf" }
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if data.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
        if data.starts(with: Array("RIFF".utf8)), data.dropFirst(8).starts(with: Array("WEBP".utf8)) { return "image/webp" }
        if data.starts(with: Array("GIF8".utf8)) { return "image/gif" }
        // The first field of a vector tile is a layer.
        return data.first == 0x1A ? "application/x-protobuf" : "application/octet-stream"
    }
}

extension TileKey {
    /// What an address says; nil if that is no tile.
    init?(_ path: [String]) {
        let numbers = path.compactMap { Int($0) }
        guard numbers.count == 3, path.count == 3, numbers.allSatisfy({ (0..<1 << 31).contains($0) }) else { return nil }
        self.init(level: numbers[0], row: numbers[1], column: numbers[2])
    }
}

extension ServiceRequest {
    /// Whether the client takes what is packed with gzip (RFC 9110, 12.5.3).
    var takesGzip: Bool {
        let codings = (headers["accept-encoding"] ?? "").lowercased().split(separator: ",").map { coding in
            let parts = coding.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (name: parts.first ?? "", isTaken: quality > 0)
        }
        let own = codings.first { $0.name == "gzip" || $0.name == "x-gzip" } ?? codings.first { $0.name == "*" }
        return own?.isTaken ?? false
    }
}
