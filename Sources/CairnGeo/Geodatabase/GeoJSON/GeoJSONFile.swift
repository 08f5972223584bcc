import CairnCore
import Foundation

/// A file of GeoJSON, read piece by piece as often as need be.
struct GeoJSONFile {
    private let url: URL
    private static let pieceSize = 1 << 18

    init(_ url: URL) {
        self.url = url
    }

    /// Calls `body` with each feature, in their order.
    func forEachFeature(_ body: (GeoJSONReader.Element) throws -> Void) throws {
        let file = try FileDescriptor(regular: url.path, O_RDONLY)
        var reader = GeoJSONReader()
        var offset = 0
        while true {
            try Task.checkCancellation()
            let piece = try file.read(upTo: Self.pieceSize, at: offset)
            if piece.isEmpty { break }
            offset += piece.count
            reader.append(piece)
            try read(&reader, body)
        }
        reader.finish()
        try read(&reader, body)
    }

    /// - Throws: ``GeodatabaseError/wrongGeoJSON(path:feature:reason:)``; what `body` throws.
    private func read(_ reader: inout GeoJSONReader, _ body: (GeoJSONReader.Element) throws -> Void) throws {
        func trouble(_ reason: String) -> GeodatabaseError {
            .wrongGeoJSON(path: url.path, feature: reader.number, reason: reason)
        }
        do {
            try reader.read(body)
        } catch let error as JSONSyntaxError {
            throw trouble(error.description)
        } catch let error as GeometryError where error != .cancelled {
            throw trouble(error.description)
        }
    }
}
