import CairnCore
import CairnGeo
import Foundation

/// Writes the package of an export, on a queue of its own.
actor TilePackageOutput {
    private let executor = QueueExecutor("cairn.tile-export")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private enum Writer {
        case images(TileCacheWriter)
        case vectors(VectorTileCacheWriter)
    }

    private let file: URL
    private let info: TileCacheInfo
    private let isOfVectors: Bool
    /// How many bytes there may be.
    private let limit: Int
    private var size = 0
    private var writer: Writer?

    init(_ file: URL, _ info: TileCacheInfo, isOfVectors: Bool, limit: Int) {
        (self.file, self.info, self.isOfVectors, self.limit) = (file, info, isOfVectors, limit)
    }

    private func begun() throws -> Writer {
        if let writer { return writer }
        let new: Writer =
            isOfVectors
            ? .vectors(try VectorTileCacheWriter(to: file, info: info))
            : .images(try TileCacheWriter(to: file, info: info, format: .tilePackage))
        writer = new
        return new
    }

    /// - Throws: ``TileExportFailure/tooLarge(limit:)``; what the writers throw.
    func add(_ tiles: [(TileKey, Data)]) throws {
        let writer = try begun()
        for (key, tile) in tiles {
            size += tile.count
            guard size <= limit else { throw TileExportFailure.tooLarge(limit: limit) }
            switch writer {
            case .images(let writer): try writer.add(tile, at: key)
            case .vectors(let writer): try writer.add(tile, at: key)
            }
        }
    }

    func addResource(_ data: Data, at path: String) throws {
        if case .vectors(let writer) = writer { try writer.addResource(data, at: path) }
    }

    func finish() throws {
        switch try begun() {
        case .images(let writer): try writer.finish()
        case .vectors(let writer): try writer.finish()
        }
    }
}
