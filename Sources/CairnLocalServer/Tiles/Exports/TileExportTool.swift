import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// What makes packages of tiles for clients, or estimates how large they would be: a tool that runs as others do.
struct TileExportTool: GeoprocessingTool {
    /// What it makes, by the name of the operation.
    enum Product: String {
        case tilePackage = "exportTiles"
        case sizeEstimate = "estimateExportTilesSize"
    }

    let product: Product
    let parameters: [GeoprocessingParameterInfo]
    private let source: any TileSource
    private let form: PublishedTiles.Form
    private let limits: TileExportLimits

    /// The result of both, as clients know it.
    static let output = "out_service_url"

    init(_ source: any TileSource, _ form: PublishedTiles.Form, _ product: Product, _ limits: TileExportLimits) {
        (self.source, self.form, self.product, self.limits) = (source, form, product, limits)
        let type: GeoprocessingDataType = product == .tilePackage ? .dataFile : .string
        parameters =
            TileExportPlan.parameters(form, product) + [
                GeoprocessingParameterInfo(Self.output, type, direction: .output, requirement: .derived)
            ]
    }

    var name: String { product.rawValue }

    @concurrent
    func run(
        _ inputs: [String: GeoprocessingValue], in context: ToolContext
    ) async throws -> [String: GeoprocessingValue] {
        let info = try await source.info
        let selection = try TileExportPlan(inputs, info, form).selection(limit: limits.tiles)
        let count = try await selection.count()
        guard count > 0 else { throw TileExportFailure.outside }
        context.post("\(count) tiles at most.")
        switch product {
        case .sizeEstimate: return [Self.output: .unknown(dataType: "GPString", try await estimate(selection, count))]
        case .tilePackage:
            let file = context.outputFile(named: TileExportAnswer.fileName(info.name, form))
            try await export(selection, count, info, to: file, context)
            return [Self.output: .dataFile(GeoprocessingDataFile(url: file))]
        }
    }

    private func export(
        _ selection: TileSelection, _ count: Int, _ info: TileCacheInfo, to file: URL, _ context: ToolContext
    ) async throws {
        var own = info
        (own.levels, own.fullExtent, own.initialExtent) = (nil, selection.extent, selection.extent)
        let output = TilePackageOutput(file, own, isOfVectors: form == .vectors, limit: limits.bytes)
        var (done, found) = (0, 0)
        let source = source
        try await selection.forEach { keys in
            var tiles: [(TileKey, Data)] = []
            for key in keys {
                try Task.checkCancellation()
                if let tile = try await source.tile(at: key) { tiles.append((key, tile)) }
                done += 1
                if tiles.count >= 32 {
                    found += tiles.count
                    try await output.add(tiles)
                    tiles = []
                    context.reportProgress(done, of: count, "tiles")
                }
            }
            found += tiles.count
            try await output.add(tiles)
            context.reportProgress(done, of: count, "tiles")
        }
        if form == .vectors {
            for path in try await source.resourcePaths() {
                if let data = try await source.resource(at: path) { try await output.addResource(data, at: path) }
            }
        }
        try await output.finish()
        context.post("\(found) tiles were exported.")
    }

    /// By some of the tiles, from all over them.
    private func estimate(_ selection: TileSelection, _ count: Int) async throws -> JSONValue {
        let stride = max(1, count / 100)
        var (place, looked, size) = (0, 0, 0)
        let source = source
        try await selection.forEach { keys in
            for key in keys {
                defer { place += 1 }
                guard place.isMultiple(of: stride) else { continue }
                try Task.checkCancellation()
                looked += 1
                size += try await source.tile(at: key)?.count ?? 0
            }
        }
        let total = Int(rounding: Double(size) / Double(max(1, looked)) * Double(count)) ?? .max
        return ["totalSize": .integer(total), "totalTilesToExport": .integer(count)]
    }
}
