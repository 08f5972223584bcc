import CairnGeo

extension GeoprocessingParameters: Codable {
    private enum CodingKeys: CodingKey {
        case executionType, inputs, outSpatialReference, processSpatialReference, returnsZ, returnsM
    }

    /// Reads what a tool is run with. The addresses that were stored may be stored again, with whatever is in them.
    ///
    /// - Throws: ``TransportError``, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            executionType: try container.decode(GeoprocessingExecutionType.self, forKey: .executionType),
            inputs: try container.decode([String: GeoprocessingValue].self, forKey: .inputs),
            outSpatialReference: try container.decodeIfPresent(SpatialReference.self, forKey: .outSpatialReference),
            processSpatialReference: try container.decodeIfPresent(SpatialReference.self, forKey: .processSpatialReference),
            returnsZ: try container.decode(Bool.self, forKey: .returnsZ),
            returnsM: try container.decode(Bool.self, forKey: .returnsM))
        know(inputs.values)
    }

    /// Writes what a tool is run with.
    ///
    /// - Throws: ``ServiceURL/HoldsSecret`` if there is a secret in the address of an input, but for one that was stored before, or that is among
    ///   the tool's own defaults; what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        for url in inputs.values.flatMap(\.addresses) where !known.urls.contains(url) { _ = try ServiceURL(url) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(executionType, forKey: .executionType)
        try container.encode(inputs, forKey: .inputs)
        try container.encodeIfPresent(outSpatialReference, forKey: .outSpatialReference)
        try container.encodeIfPresent(processSpatialReference, forKey: .processSpatialReference)
        try container.encode(returnsZ, forKey: .returnsZ)
        try container.encode(returnsM, forKey: .returnsM)
    }
}
