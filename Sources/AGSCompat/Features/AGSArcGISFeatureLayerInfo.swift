import CairnGeo
import CairnTasks
public import Foundation

/// What a layer, or a table, of a feature service says of itself.
public final class AGSArcGISFeatureLayerInfo: NSObject {
    private let value: FeatureLayerInfo

    init(_ value: FeatureLayerInfo) {
        self.value = value
    }

    /// Its number in the service.
    public var serviceLayerID: Int { value.id }
    /// Its name.
    public var serviceLayerName: String { value.name }
    /// The kind of geometries.
    public var geometryType: AGSGeometryType { AGSGeometryType(value.geometryType) }
    /// The rectangle around its features.
    public var extent: AGSEnvelope? { value.extent.map(AGSEnvelope.init) }
    /// The columns.
    public var fields: [AGSField] { zip(value.fields, value.fieldRules).map { AGSField($0, $1) } }
    /// The field of object ids; empty if there is none.
    public var objectIDField: String { value.objectIDField ?? "" }
    /// The field of global ids; empty if there is none.
    public var globalIDField: String { value.globalIDField ?? "" }
    /// The field to be shown to people; empty if none is named.
    public var displayFieldName: String { value.displayField ?? "" }
    /// Whether files are attached to features.
    public var hasAttachments: Bool { value.hasAttachments }
    /// The most features of one answer; 0 if it is not known.
    public var maxRecordCount: Int { value.maxRecordCount ?? 0 }
    /// How its features belong to those of other tables.
    public var relationshipInfos: [AGSRelationshipInfo] { value.relationships.map(AGSRelationshipInfo.init) }
}

extension FeatureLayerInfo {
    func offers(_ capability: ServiceCapability) -> Bool { capabilities.takes(capability) }
}
