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
    /// The field of object ids; empty until loaded.
    public var objectIDField: String { table.knownDefinition?.objectIDField ?? "" }
    /// The field that says of which kind a feature is; empty if there are no kinds.
    public var typeIDField: String { known?.typeIDField ?? "" }
    /// The kinds of features; none until loaded.
    public var featureTypes: [AGSFeatureType] { known?.featureTypes ?? [] }
    /// What new features are filled with where there are no kinds; none until loaded.
    public var featureTemplates: [AGSFeatureTemplate] { known?.templates ?? [] }
    /// The field that says of which subtype a feature is; empty if there are none.
    public var subtypeField: String { known?.subtypeField ?? "" }
    /// The subtypes; none until loaded.
    public var featureSubtypes: [AGSFeatureSubtype] { known?.subtypes ?? [] }

    /// A feature that is filled as a template says, never nil, which is not in the table until it is added.
    public func createFeature(with template: AGSFeatureTemplate) -> AGSArcGISFeature? {
        AGSArcGISFeature(template.prototypeAttributes, nil, of: self)
    }

    /// A feature of a kind, filled as the first template of that kind says, never nil, which is not in the table until it is added.
    public func createFeature(with type: AGSFeatureType) -> AGSArcGISFeature? {
        var attributes = type.templates.first?.prototypeAttributes ?? [:]
        if let id = type.typeID, !typeIDField.isEmpty { attributes[typeIDField] = id }
        return AGSArcGISFeature(attributes, nil, of: self)
    }

    /// A feature of a subtype, never nil, which is not in the table until it is added.
    public func createFeature(with subtype: AGSFeatureSubtype) -> AGSArcGISFeature? {
        let field = known?.subtypeField
        let pair = field.flatMap { field in subtype.code.map { (field, $0) } }
        return AGSArcGISFeature(pair.map { [$0.0: $0.1] } ?? [:], nil, of: self)
    }

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

    /// The features that belong to another, by every relationship that the service has told of.
    @discardableResult
    public func queryRelatedFeatures(
        for feature: AGSArcGISFeature, completion: @escaping ([AGSRelatedFeatureQueryResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        queryRelatedFeatures(for: feature, parameters: AGSRelatedQueryParameters(), completion: completion)
    }

    /// The features that belong to another, as ``AGSServiceFeatureTable`` and ``AGSGeodatabaseFeatureTable`` find them.
    @discardableResult
    public func queryRelatedFeatures(
        for feature: AGSArcGISFeature, parameters: AGSRelatedQueryParameters,
        completion: @escaping ([AGSRelatedFeatureQueryResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        relatedFeatures(of: feature, parameters, completion)
    }

    /// What belongs to a feature: of tables that know of no others, nothing.
    func relatedFeatures(
        of feature: AGSArcGISFeature, _ parameters: AGSRelatedQueryParameters,
        _ completion: @escaping ([AGSRelatedFeatureQueryResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        OperationCancelable({}) { (_: Void?, error) in completion(error == nil ? [] : nil, error) }
    }

    /// The table of the other side.
    func relatedTable(of relationship: FeatureRelationship) -> AGSArcGISFeatureTable? { nil }
}
