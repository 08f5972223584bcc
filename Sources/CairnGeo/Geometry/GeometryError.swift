public import Foundation

/// Geometry that cannot be read or converted.
public enum GeometryError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The text or JSON is no geometry.
    case malformed(String)
    /// A kind of geometry that is not supported, such as true curves.
    case unsupported(String)
    /// There is no way from one spatial reference to the other.
    case noTransformation(from: SpatialReference, to: SpatialReference)
    /// Two geometries whose coordinates mean different things.
    case differentSpatialReferences(SpatialReference, SpatialReference)
    /// What GEOS could not compute, in its words.
    case notComputed(String)
    /// The calling task was cancelled before a computation had ended.
    case cancelled

    /// What is wrong.
    public var description: String {
        switch self {
        case .malformed(let reason): "Not a geometry: \(reason)."
        case .unsupported(let kind):
            "\(kind) are not supported: have them made points, lines or polygons, and curves densified, where they come from."
        case .noTransformation(let source, let target):
            "No transformation from \(source) to \(target): only WGS 84 (4326) and Web Mercator (3857) are built in."
        case .differentSpatialReferences(let first, let second):
            "One geometry is in \(first) and the other in \(second): project one of them first."
        case .notComputed(let reason): "GEOS cannot compute this: \(reason)."
        case .cancelled: "It was cancelled before it was computed."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
