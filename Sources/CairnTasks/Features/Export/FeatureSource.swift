import CairnCore
public import Foundation

/// Which table of features is meant, as a description that can be stored.
public enum FeatureSource: Sendable, Hashable {
    /// A table of a geodatabase in a file; nil is the only one that there is.
    case geodatabase(URL, table: String?)
    /// The features of a GeoJSON file. One with several kinds of geometries has a table for each, as `Town_point`; nil is the only one.
    case geoJSON(URL, table: String? = nil)
    /// A layer or a table of a service: `…/FeatureServer/0`.
    case service(ServiceURL)
}

extension FeatureSource: Codable {
    private enum CodingKeys: CodingKey {
        case geodatabase, table, geoJSON, service
    }

    /// Reads a source.
    ///
    /// - Throws: ``LocatorSource/NoFile``, ``ServiceURL/HoldsSecret``, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let service = try container.decodeIfPresent(ServiceURL.self, forKey: .service) {
            self = .service(service)
        } else if let url = try container.decodeIfPresent(URL.self, forKey: .geoJSON) {
            self = .geoJSON(try url.checkedFile, table: try container.decodeIfPresent(String.self, forKey: .table))
        } else {
            let url = try container.decode(URL.self, forKey: .geodatabase)
            self = .geodatabase(try url.checkedFile, table: try container.decodeIfPresent(String.self, forKey: .table))
        }
    }

    /// Writes the source.
    ///
    /// - Throws: ``LocatorSource/NoFile``, and what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .service(let service): try container.encode(service, forKey: .service)
        case .geoJSON(let url, let table):
            try container.encode(url.checkedFile, forKey: .geoJSON)
            try container.encodeIfPresent(table, forKey: .table)
        case .geodatabase(let url, let table):
            try container.encode(url.checkedFile, forKey: .geodatabase)
            try container.encodeIfPresent(table, forKey: .table)
        }
    }
}
