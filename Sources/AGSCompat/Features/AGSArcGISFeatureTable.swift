import CairnGeo
import CairnTasks
import Foundation

/// A table of features of ArcGIS: a service's, or one of a geodatabase.
public class AGSArcGISFeatureTable: AGSFeatureTable {
    /// What the service says of the layer; nil until loaded, and for tables that no service has described.
    public var layerInfo: AGSArcGISFeatureLayerInfo? { table.layerInfo.map(AGSArcGISFeatureLayerInfo.init) }
    /// The number of the layer in its service; -1 if it is not known.
    public var serviceLayerID: Int { table.layerInfo?.id ?? -1 }
    /// The field of global ids; empty if there is none.
    public var globalIDField: String { table.knownDefinition?.globalIDField ?? "" }
    /// Whether files can be attached to features.
    public var hasAttachments: Bool { table.knownDefinition?.hasAttachments ?? false }

    /// The tables to which this one is related, as far as they are known here.
    public func relatedTables() -> [AGSArcGISFeatureTable]? {
        table.layerInfo?.relationships.compactMap { relatedTable(of: $0) }
    }

    /// The tables whose features belong to those of this one by a relationship; nil if that is not known.
    public func relatedTables(with relationshipInfo: AGSRelationshipInfo) -> [AGSArcGISFeatureTable]? {
        relatedTable(of: relationshipInfo.value).map { [$0] }
    }

    /// The table of the other side.
    func relatedTable(of relationship: FeatureRelationship) -> AGSArcGISFeatureTable? { nil }
}
