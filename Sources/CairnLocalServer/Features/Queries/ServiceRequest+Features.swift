import CairnCore
import CairnGeo
import Foundation

extension ServiceRequest {
    /// A parameter that is yes or no.
    func flag(_ name: String, default standard: Bool = false) throws(ServiceFailure) -> Bool {
        guard let text = self[name] else { return standard }
        switch text.trimmingCharacters(in: .whitespaces).lowercased() {
        case "true", "1", "yes", "on": return true
        case "false", "0", "no", "off": return false
        default: throw .invalid(name, "\(text.printable(upTo: 60)) is neither true nor false")
        }
    }

    /// What would change what is meant is not left out silently.
    func refuse(_ names: [String], _ words: String = "it is not supported") throws(ServiceFailure) {
        for name in names where self[name] != nil { throw .invalid(name, words) }
    }

    /// Whole numbers between commas, or in a JSON array; nil if there is no such parameter.
    func integers(_ name: String) throws(ServiceFailure) -> [Int]? {
        guard let text = self[name], !text.allSatisfy(\.isWhitespace) else { return nil }
        return try IDList(text).integers(name)
    }

    /// A spatial reference by its id, or as JSON, whether or not anything can be told in it.
    func anySpatialReference(_ name: String) throws(ServiceFailure) -> SpatialReference? {
        guard let text = self[name] else { return nil }
        guard let reference = try? SpatialReference(esriJSON: JSONValue(parsing: text)) else {
            throw .invalid(name, "\(text.printable(upTo: 60)) is no spatial reference; write a well-known id such as 4326")
        }
        // Its newer id is written with it, as others do.
        return reference.wkid == 102100 ? .webMercator : reference
    }

    /// A spatial reference that a layer's coordinates can be told in.
    func spatialReference(_ name: String, for layer: FeatureLayer) throws(ServiceFailure) -> SpatialReference? {
        guard let reference = try anySpatialReference(name) else { return nil }
        guard let own = layer.definition.spatialReference, !own.isTold(in: reference) else { return reference }
        throw .invalid(name, "the layer's \(own) cannot be told in \(reference)")
    }
}
