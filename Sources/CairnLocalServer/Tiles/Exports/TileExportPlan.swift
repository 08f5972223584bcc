import CairnCore
import CairnGeo
import CairnTasks

/// What an export is asked for.
struct TileExportPlan {
    private let info: TileCacheInfo
    private let levels: [Int]
    /// nil for all there is.
    private let extent: Envelope?
    private let areas: [Geometry]

    /// What clients may send.
    static func parameters(_ form: PublishedTiles.Form, _ product: TileExportTool.Product) -> [GeoprocessingParameterInfo] {
        func optional(_ name: String, _ type: GeoprocessingDataType) -> GeoprocessingParameterInfo {
            GeoprocessingParameterInfo(name, type, requirement: .optional)
        }
        if form == .vectors { return ["exportExtent", "extent", "polygon", "levels"].map { optional($0, .string) } }
        let texts = ["exportExtent", "exportBy", "areaOfInterest", "storageFormatType"]
        return [GeoprocessingParameterInfo("levels", .string)] + texts.map { optional($0, .string) } + [
            optional("tilePackage", .boolean), optional("optimizeTilesForSize", .boolean),
            optional("compressionQuality", .double),
        ]
    }

    /// - Throws: A failure of code 400 for what cannot be.
    init(_ inputs: [String: GeoprocessingValue], _ info: TileCacheInfo, _ form: PublishedTiles.Form) throws {
        func text(_ name: String) -> String? { inputs[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        self.info = info
        try Self.expectPackage(inputs["tilePackage"]?.boolean, text("storageFormatType"))
        levels = try TileExportLevels(info).levels(text("levels"), by: text("exportBy"))
        let reference = info.tileInfo.spatialReference
        if let area = text("areaOfInterest") ?? text("polygon") {
            areas = try TileExportArea.polygons(area, text("polygon") == nil ? "areaOfInterest" : "polygon", reference)
            extent = nil
        } else {
            areas = []
            let name = text("exportExtent") == nil ? "extent" : "exportExtent"
            extent = try text(name).flatMap { try TileExportArea.extent($0, name, reference) }
        }
        if extent == nil, areas.isEmpty, Self.everything(info) == nil {
            throw ServiceFailure.export("exportExtent", "the tiles do not say what they show: name an extent")
        }
    }

    private static func expectPackage(_ isPackage: Bool?, _ format: String?) throws {
        if isPackage == false {
            throw ServiceFailure.export("tilePackage", "only packages are made here: send true")
        }
        let known = ["esrimapcachestoragemodecompactv2", "compactv2"]
        if let format, !known.contains(format.lowercased()) {
            throw ServiceFailure.export(
                "storageFormatType",
                "\"\(format.printable(upTo: 60))\" is not written here, only esriMapCacheStorageModeCompactV2")
        }
    }

    /// All that the tiles show; nil if nobody says it.
    static func everything(_ info: TileCacheInfo) -> Envelope? {
        if let extent = info.fullExtent { return try? extent.projected(to: info.tileInfo.spatialReference) }
        let edge = WebMercator.radius * .pi
        guard info.tileInfo.spatialReference.isWebMercator else { return nil }
        return Envelope(xMin: -edge, yMin: -edge, xMax: edge, yMax: edge, spatialReference: info.tileInfo.spatialReference)
    }

    /// The tiles.
    ///
    /// - Throws: ``TileExportFailure/outside``.
    func selection(limit: Int) throws -> TileSelection {
        let boxes = areas.compactMap(\.extent)
        let wanted = extent ?? boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
        let all = Self.everything(info)
        guard let box = wanted.map({ all?.intersection($0) ?? (all == nil ? $0 : nil) }) ?? all else {
            throw TileExportFailure.outside
        }
        return TileSelection(info.tileInfo, levels: levels, extent: box, areas: areas, limit: limit)
    }
}

extension ServiceFailure {
    /// A parameter of an export that is not taken.
    static func export(_ parameter: String, _ why: String) -> ServiceFailure {
        ServiceFailure(
            code: 400, message: "Invalid or missing input parameters.", details: ["'\(parameter)': \(why)."])
    }
}
