import CairnCore
public import Foundation

/// Geometry that cannot be read or converted.
public enum GeometryError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The text or JSON is no geometry.
    case malformed(String)
    /// A kind of geometry that is not supported, such as true curves, and what can be done about it.
    case unsupported(
        String, advice: String = "have them made points, lines or polygons, and curves densified, where they come from")
    /// There is no way from one spatial reference to the other.
    case noTransformation(from: SpatialReference, to: SpatialReference)
    /// Two geometries whose coordinates mean different things.
    case differentSpatialReferences(SpatialReference, SpatialReference)
    /// What GEOS could not compute, in its words.
    case notComputed(String)
    /// A part of a document, named here, that has more than so many megabytes, and is not waited for.
    case tooLarge(part: String, megabytes: Int)
    /// What was asked for would have more vertices than this.
    case tooManyVertices(limit: Int)
    /// The calling task was cancelled before a computation had ended.
    case cancelled

    /// What is wrong.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .malformed(let reason): "Not a geometry: \(reason)."
        case .unsupported(let kind, let advice): "\(kind) are not supported: \(advice)."
        case .noTransformation(let source, let target):
            "No transformation from \(source) to \(target): only WGS 84 (4326) and Web Mercator (3857) are built in."
        case .differentSpatialReferences(let first, let second):
            "One geometry is in \(first) and the other in \(second): project one of them first."
        case .notComputed(let reason): "GEOS cannot compute this: \(reason)."
        case .tooLarge(let part, let size):
            "\(part) has more than \(size) MB, which is not read. Ask for less, or have it cut in parts."
        case .tooManyVertices(let limit):
            "It would have more than \(limit) vertices: allow for longer segments, or a larger deviation."
        case .cancelled: "It was cancelled before it was computed."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
