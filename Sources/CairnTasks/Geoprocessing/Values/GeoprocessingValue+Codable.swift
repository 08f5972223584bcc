import CairnCore
import Foundation

extension GeoprocessingValue: Codable {
    private enum CodingKeys: CodingKey {
        case dataType, value
    }

    /// Reads a value with its type, in the form in which servers write it.
    ///
    /// - Throws: ``TransportError``, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decode(GeoprocessingDataType.self, forKey: .dataType)
        let json = try container.decodeIfPresent(JSONValue.self, forKey: .value) ?? .null
        try self.init(esriJSON: json, type: type)
    }

    /// Writes the value with its type, in the form in which servers write it; dates to the millisecond.
    ///
    /// An address with a `key` or the like is written: what a server has named may have one. What a job is made with is looked at more closely,
    /// by ``GeoprocessingParameters``.
    ///
    /// - Throws: ``ServiceURL/HoldsSecret``, and what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        for url in addresses { _ = try ServiceURL(stored: url) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(dataType, forKey: .dataType)
        if !isEmpty { try container.encode(storedJSON, forKey: .value) }
    }

    /// As servers write it, but without nulls in lists of vertices, which a job's record does not hold.
    private var storedJSON: JSONValue {
        switch self {
        case .features(let features), .table(let features): features.esriJSON(missing: "NaN")
        case .multiValue(let values): .array(values.map(\.storedJSON))
        case .composite(let value): ["dataType": .string(value.dataType.rawValue), "value": value.storedJSON]
        default: esriJSON
        }
    }

    /// The addresses of which it is made.
    var addresses: [URL] {
        switch self {
        case .features(let features), .table(let features): [features.url].compactMap(\.self)
        case .raster(let raster): [raster.source.url].compactMap(\.self)
        case .dataFile(let file): [file.url].compactMap(\.self)
        case .mapImage(let image): [image.url]
        case .multiValue(let values): values.flatMap(\.addresses)
        case .composite(let value): value.addresses
        default: []
        }
    }
}
