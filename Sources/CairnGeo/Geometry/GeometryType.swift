/// The kind of the geometries of a layer.
public enum GeometryType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Places.
    case point = "esriGeometryPoint"
    /// Several places each.
    case multipoint = "esriGeometryMultipoint"
    /// Lines.
    case polyline = "esriGeometryPolyline"
    /// Areas.
    case polygon = "esriGeometryPolygon"
}

extension Geometry {
    /// The kind of this geometry; nil for an envelope, which no layer holds.
    public var type: GeometryType? {
        switch self {
        case .point: .point
        case .multipoint: .multipoint
        case .polyline: .polyline
        case .polygon: .polygon
        case .envelope: nil
        }
    }
}
