import CairnGeo
import CairnTasks
import Foundation

extension AGSArcGISFeature {
    /// Makes it belong together with a feature of a related table, by the first relationship of the two.
    ///
    /// - SeeAlso: ``relate(to:relationshipInfo:)``
    public func relate(to feature: AGSArcGISFeature) {
        if let own = relationship(to: feature) { relate(to: feature, relationshipInfo: AGSRelationshipInfo(own)) }
    }

    /// Makes it belong together with a feature of a related table: the key of the one that belongs gets the value of the other's. Update, or add,
    /// the one that belongs (the destination) then, which keeps it.
    ///
    /// Nothing changes as long as either table is not loaded, if the relationship is not one of both tables, or their service says neither role nor keys, or the other has no value there
    /// yet; nor of one of many to many, which has a table of its own.
    public func relate(to feature: AGSArcGISFeature, relationshipInfo: AGSRelationshipInfo) {
        join(feature, relationshipInfo.value) { origin, originKey, destination, key in
            guard let value = origin.attributes[originKey], !(value is NSNull) else { return }
            destination.attributes[key] = value
        }
    }

    /// Makes it belong no more to a feature of a related table: the key of the one that belongs has no value then. Update that one, which keeps it.
    /// Nothing changes if the two do not belong together.
    public func unrelate(to feature: AGSArcGISFeature) {
        guard let own = relationship(to: feature) else { return }
        join(feature, own) { origin, originKey, destination, key in
            guard let value = origin.attributes[originKey] as? NSObject, value == destination.attributes[key] as? NSObject else {
                return
            }
            destination.attributes[key] = NSNull()
        }
    }

    private var relationships: [FeatureRelationship] { featureTable?.table.layerInfo?.relationships ?? [] }

    private func relationship(to feature: AGSArcGISFeature) -> FeatureRelationship? {
        guard let id = feature.featureTable?.table.layerInfo?.id else { return nil }
        return relationships.first { $0.relatedTableID == id }
    }

    /// Tells which of the two is the origin, and by which fields they belong together.
    private func join(
        _ feature: AGSArcGISFeature, _ own: FeatureRelationship,
        _ body: (_ origin: AGSArcGISFeature, _ originKey: String, _ destination: AGSArcGISFeature, _ key: String) -> Void
    ) {
        guard own.cardinality != "esriRelCardinalityManyToMany", let key = own.keyField, relationships.contains(own),
            let other = feature.relationships.first(where: { $0.id == own.id && $0.role != own.role }),
            let otherKey = other.keyField
        else { return }
        switch own.role {
        case "esriRelRoleOrigin": body(self, key, feature, otherKey)
        case "esriRelRoleDestination": body(feature, otherKey, self, key)
        default: return
        }
    }
}
