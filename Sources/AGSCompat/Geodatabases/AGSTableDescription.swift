import CairnGeo
public import Foundation

/// A table that is to be made.
public final class AGSTableDescription: NSObject {
    /// The name.
    public let name: String
    /// What coordinates mean.
    public let spatialReference: AGSSpatialReference?
    /// The kind of geometries; `unknown` for rows without.
    public let geometryType: AGSGeometryType
    /// The fields, each an ``AGSFieldDescription``.
    public let fieldDescriptions = NSMutableArray()
    /// Whether files can be attached to features.
    public var hasAttachments = false
    /// Whether vertices have measures.
    public var hasM = false
    /// Whether vertices have heights.
    public var hasZ = false

    /// A table of rows without places.
    public convenience init(name: String) {
        self.init(name: name, spatialReference: nil, geometryType: .unknown)
    }

    /// A table of features.
    public init(name: String, spatialReference: AGSSpatialReference?, geometryType: AGSGeometryType) {
        (self.name, self.spatialReference, self.geometryType) = (name, spatialReference, geometryType)
    }

    /// - Throws: For what no geodatabase holds.
    func value() throws -> FeatureTableDefinition {
        if geometryType == .envelope {
            throw AGSError.runtime(.commonInvalidArgument, "The table \(name) cannot hold rectangles. Make them polygons.")
        }
        var definition = FeatureTableDefinition(
            name, geometryType: geometryType.value, spatialReference: spatialReference?.value, hasZ: hasZ, hasM: hasM)
        definition.hasAttachments = hasAttachments
        for description in fieldDescriptions.compactMap({ $0 as? AGSFieldDescription }) {
            if description.fieldType == .OID {
                definition.objectIDField = description.name
            } else {
                definition.fields.append(try description.value())
                if description.fieldType == .globalID { definition.globalIDField = description.name }
            }
        }
        return definition
    }
}
