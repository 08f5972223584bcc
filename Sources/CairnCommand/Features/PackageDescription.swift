import Cairn
import Foundation

/// What a mobile map package, or a file of tiles, is, in words.
struct PackageDescription {
    private let url: URL

    init(_ url: URL) { self.url = url }

    func show(isJSON: Bool) async throws {
        // What is no archive needs none, and can be looked into all the same.
        let unpacked = try? TemporaryFolder()
        defer { withExtendedLifetime(unpacked) {} }
        let package = MobileMapPackage(
            fileURL: url,
            workingDirectory: unpacked?.url ?? FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())"))
        do { try await package.load() } catch MobileMapPackageError.notAPackage {
            return try await showTiles(isJSON: isJSON)
        } catch let error where isOfUnpacking(error, to: package.workingDirectory) {
            throw NotUnpacked(path: url.path, reason: error.words)
        }
        try await show(package, isJSON: isJSON)
        try await package.close()
    }

    /// Whether a file could not be written that has been unpacked only to look into it.
    private func isOfUnpacking(_ error: any Error, to folder: URL) -> Bool {
        let path = (error as? SystemError)?.path ?? (error as? CocoaError)?.filePath
        return folder.path != url.path && path?.hasPrefix(folder.path) ?? false
    }

    private struct NotUnpacked: Error, LocalizedError {
        let path, reason: String
        var errorDescription: String? {
            "To look into \(path.printable(upTo: .max)), its geodatabases are unpacked, which has failed. \(reason) "
                + "They go where TMPDIR says: set it to a folder of yours, or unpack all with cairn package extract."
        }
    }

    private struct Unknown: Error, LocalizedError {
        let path: String
        var errorDescription: String? {
            "\(path.printable(upTo: .max)) is no package that is read here: name a .mmpk, a .tpkx, a .vtpk, an .mbtiles, or the folder of one that is unpacked."
        }
    }

    // MARK: - Packages

    private func show(_ package: MobileMapPackage, isJSON: Bool) async throws {
        var layers: [(title: String, what: String)] = []
        for map in package.maps {
            for layer in (map.basemap?.layers ?? []) + map.operationalLayers + map.tables {
                layers.append((layer.shownName, try await what(layer, package)))
            }
        }
        if isJSON {
            Console.json([
                "title": .string(package.item?.title ?? ""), "item": package.originalPortalItemID.map { .string($0) } ?? .null,
                "expired": .bool(package.isExpired),
                "layers": .array(layers.map { ["title": .string($0.title), "holds": .string($0.what)] }),
            ])
            return
        }
        Console.print((package.item?.title ?? "").printable())
        if let text = package.item?.snippet, !text.isEmpty { Console.print(text.printable(upTo: 500)) }
        if let expiration = package.expiration {
            Console.print("\(package.isExpired ? "Expired" : "Expires"): \(expiration.date.formatted(.iso8601))")
        }
        for layer in layers { Console.print("  \(layer.title.printable(upTo: 60)): \(layer.what)") }
    }

    private func what(_ layer: MapLayer, _ package: MobileMapPackage) async throws -> String {
        if let table = try await package.featureTable(of: layer) {
            return "\(try await table.queryFeatureCount(using: QueryParameters())) features"
        }
        if let cache = try package.tileCache(of: layer) {
            try await cache.load()
            return "tiles, \(levels(cache.info))"
        }
        if let cache = try package.vectorTileCache(of: layer) {
            try await cache.load()
            return "vector tiles, \(levels(cache.info))"
        }
        return "needs a network"
    }

    private func levels(_ info: TileCacheInfo?) -> String {
        info?.levels.map { "levels \($0.lowerBound) to \($0.upperBound)" } ?? "none"
    }

    // MARK: - Tiles

    private func showTiles(isJSON: Bool) async throws {
        let (info, kind) = try await tiles()
        if isJSON {
            Console.json([
                "name": .string(info?.name ?? ""), "kind": .string(kind), "levels": .string(levels(info)),
                "format": .string(info?.tileInfo.format.rawValue ?? ""),
                "extent": info?.fullExtent.map { Geometry.envelope($0).esriJSON } ?? .null,
            ])
            return
        }
        Console.print("\((info?.name ?? "").printable()): \(kind), \(levels(info)), \(info?.tileInfo.format.rawValue ?? "")")
        if let box = info?.fullExtent, let degrees = try? box.projected(to: .wgs84) {
            Console.print(
                "  \([degrees.xMin, degrees.yMin, degrees.xMax, degrees.yMax].map { String(format: "%.5f", $0) }.joined(separator: ","))"
            )
        }
    }

    private func tiles() async throws -> (TileCacheInfo?, String) {
        let images = TileCache(fileURL: url)
        do {
            try await images.load()
            return (images.info, "tiles")
        } catch TileCacheError.vectorTiles {
            let vectors = VectorTileCache(fileURL: url)
            try await vectors.load()
            return (vectors.info, "vector tiles")
        } catch TileCacheError.notATileCache {
            throw Unknown(path: url.path)
        }
    }
}
