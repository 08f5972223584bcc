import CairnCore
import CairnGeo
import Foundation

/// The features that a query found, as bytes: each is written as it comes.
struct FeatureAnswer {
    private let layer: FeatureLayer
    private let query: FeatureQuery
    private let format: String
    private let memory: AnswerMemory

    /// An answer that has grown to so many bytes says that there is more, however few features it has. One for people is made a tree first, which
    /// takes many times as much.
    private var size: Int { format == "pjson" ? 1 << 20 : 32 << 20 }

    init(_ layer: FeatureLayer, _ query: FeatureQuery, _ format: String, _ memory: AnswerMemory) {
        (self.layer, self.query, self.format, self.memory) = (layer, query, format, memory)
    }

    func answer() async throws -> ServiceAnswer {
        var parameters = query.parameters
        parameters.maxFeatures = query.limit.saturatingSuccessor
        let result = try await layer.table.queryFeatures(using: parameters)
        var writer = Self.writer(format, header(result))
        var share = AnswerMemory.Share(of: memory)
        let exceeded = try await write(result, to: &writer, holding: &share)
        writer.finish(exceededTransferLimit: exceeded)
        return try Self.answer(Data(writer.take()), format)
    }

    /// Writes the features there is room for: whether there are more.
    private func write(
        _ result: FeatureQueryResult, to writer: inout any FeatureWriter, holding share: inout AnswerMemory.Share
    ) async throws -> Bool {
        var batches = result.makeAsyncIterator()
        var count = 0
        // To its end, also when there is one feature too many: what has been read to its end can be asked again.
        while let batch = try await batches.nextBatch() {
            for feature in batch.prefix(query.limit - min(count, query.limit)) {
                if writer.count >= size { return true }
                try writer.append(gridded(rounded(generalized(feature))))
            }
            try share.grow(to: writer.count)
            count += batch.count
        }
        return count > query.limit
    }

    private func generalized(_ feature: Feature) -> Feature {
        guard let deviation = query.maxDeviation, deviation > 0, let geometry = feature.geometry else { return feature }
        return Feature(attributes: feature.attributes, geometry: geometry.generalized(maxDeviation: deviation))
    }

    /// As JSON has it on a grid; what writes Protocol Buffers does that itself.
    private func gridded(_ feature: Feature) throws(GeometryError) -> Feature {
        guard format != "pbf", let grid = query.grid, let geometry = feature.geometry else { return feature }
        return Feature(attributes: feature.attributes, geometry: Quantization.deltas(of: try grid.snapped(geometry)))
    }

    private func rounded(_ feature: Feature) -> Feature {
        guard query.grid == nil, let precision = query.precision, precision < 15, let geometry = feature.geometry else {
            return feature
        }
        let power = (0..<precision).reduce(1.0) { power, _ in power * 10 }
        func rounded(_ value: Double) -> Double {
            let scaled = (value * power).rounded() / power
            return scaled.isFinite ? scaled : value
        }
        var feature = feature
        feature.geometry = geometry.mapPositions(geometry.spatialReference) {
            Position(x: rounded($0.x), y: rounded($0.y), z: $0.z.map(rounded), m: $0.m.map(rounded))
        }
        return feature
    }

    private func header(_ result: FeatureQueryResult) -> FeatureSetWriter.Header {
        var header = FeatureSetWriter.Header(
            fields: result.fields, geometryType: result.geometryType, spatialReference: result.spatialReference)
        let definition = layer.definition
        if !query.parameters.returnsDistinctValues {
            (header.objectIDField, header.globalIDField) = (definition.objectIDField, definition.globalIDField)
        }
        guard result.geometryType != nil else { return header }
        header.grid = query.grid
        (header.hasZ, header.hasM) = (definition.hasZ && query.returnsZ, definition.hasM && query.returnsM)
        return header
    }

    static func writer(_ format: String, _ header: FeatureSetWriter.Header) -> any FeatureWriter {
        switch format {
        case "geojson":
            return FeatureCollectionWriter(header.fields, objectIDField: header.objectIDField, hasZ: header.hasZ)
        case "pbf":
            let set = FeatureSet(fields: header.fields, spatialReference: header.spatialReference)
            return FeaturePBFWriter(
                set, objectID: header.objectIDField ?? "", geometryType: header.geometryType?.rawValue, hasZ: header.hasZ,
                hasM: header.hasM, grid: header.grid)
        default: return FeatureSetWriter(header)
        }
    }

    static func answer(_ body: Data, _ format: String) throws -> ServiceAnswer {
        switch format {
        case "pbf": ServiceAnswer(body, "application/x-protobuf")
        case "geojson": ServiceAnswer(body, "application/geo+json;charset=utf-8")
        case "pjson": ServiceAnswer(try JSONValue(parsing: body).data(pretty: true), "text/plain;charset=utf-8")
        default: ServiceAnswer(body, "application/json;charset=utf-8")
        }
    }
}
