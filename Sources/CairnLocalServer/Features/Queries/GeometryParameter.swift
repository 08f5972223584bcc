import CairnCore
import CairnGeo
import Foundation

/// The geometry that features are asked for by: JSON of any kind, or numbers between commas.
struct GeometryParameter {
    private let request: ServiceRequest
    private let layer: FeatureLayer

    init(_ request: ServiceRequest, _ layer: FeatureLayer) {
        (self.request, self.layer) = (request, layer)
    }

    func geometry() throws(ServiceFailure) -> Geometry? {
        let kind = try kind()
        let reference = try request.anySpatialReference("inSR")
        guard let text = request["geometry"]?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else { return nil }
        if layer.isTable { throw .invalid("geometry", "the layer has no geometries") }
        let geometry = try read(text, reference ?? layer.definition.spatialReference)
        if let kind, kind != geometry.kindName {
            throw .invalid("geometryType", "it is \(kind), and the geometry is an \(geometry.kindName)")
        }
        if let own = geometry.spatialReference, let target = layer.definition.spatialReference, !own.isTold(in: target) {
            throw .invalid(reference == nil ? "geometry" : "inSR", "\(own) cannot be told in the layer's \(target)")
        }
        if case .envelope(let box) = geometry { return try BoxAcross180(box).geometry(request["spatialRel"]) }
        return geometry
    }

    private func read(_ text: String, _ reference: SpatialReference?) throws(ServiceFailure) -> Geometry {
        guard text.hasPrefix("{") else { return try numbers(text, reference) }
        let geometry: Geometry?
        do { geometry = try json(text, reference) } catch { throw .invalid("geometry", error) }
        guard let geometry, geometry.extent != nil else { throw .invalid("geometry", "it has no place") }
        guard geometry.positions.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            throw .invalid("geometry", "a vertex has no place")
        }
        return geometry
    }

    /// As the geometry of a feature, of which no tree is made: it may have a million vertices.
    private func json(_ text: String, _ reference: SpatialReference?) throws -> Geometry? {
        let header: [String: JSONValue] = reference.map { ["spatialReference": $0.esriJSON] } ?? [:]
        let list = FeatureList(header: header, tellsPlaces: false)
        let features = try list.features(Array("[{\"geometry\":".utf8) + text.utf8 + Array("}]".utf8))
        guard features.count == 1, features[0].attributes.isEmpty else {
            throw FeatureList.Malformed(description: "something follows the geometry")
        }
        return features[0].geometry
    }

    /// A point as `x,y`, or an envelope as `xmin,ymin,xmax,ymax`.
    private func numbers(_ text: String, _ reference: SpatialReference?) throws(ServiceFailure) -> Geometry {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double(decimal: $0.trimmingCharacters(in: .whitespaces)) }.filter(\.isFinite)
        switch (parts.count, numbers.count) {
        case (2, 2): return .point(MapPoint(x: numbers[0], y: numbers[1], spatialReference: reference))
        case (4, 4):
            let box = Envelope(
                xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3], spatialReference: reference)
            return .envelope(box)
        default: throw .invalid("geometry", "\(text.printable(upTo: 60)) is no JSON, nor x,y or xmin,ymin,xmax,ymax")
        }
    }

    private static let kinds = GeometryType.allCases.map(\.rawValue) + ["esriGeometryEnvelope"]

    private func kind() throws(ServiceFailure) -> String? {
        guard let text = request["geometryType"] else { return nil }
        guard let kind = Self.kinds.first(where: { $0.lowercased() == text.lowercased() }) else {
            let list = Self.kinds.joined(separator: ", ")
            throw .invalid("geometryType", "there is no \(text.printable(upTo: 60)); there are \(list)")
        }
        return kind
    }
}

extension Geometry {
    fileprivate var kindName: String { type?.rawValue ?? "esriGeometryEnvelope" }
}

extension SpatialReference {
    /// Whether coordinates can be told in another reference.
    func isTold(in other: SpatialReference) -> Bool {
        self == other || [self, other].allSatisfy { $0.isWGS84 || $0.isWebMercator }
    }
}
