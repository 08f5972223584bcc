import CairnCallbacks
import CairnCore
import CairnGeo
import CairnTasks
public import Foundation
import Synchronization

/// A table of features, of a service or of a geodatabase.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue. What is
/// asked or edited before the table is loaded loads it first.
public class AGSFeatureTable: NSObject, AGSLoadable, AGSPopupSource {
    let table: any LegacyTable
    /// What is loaded before the table can be used.
    let source: any Loadable
    /// What the web map says of it that it was made for; nil if it was made for none.
    let model = Mutex<MapLayer?>(nil)
    /// By what a map knows it to which it was added.
    let mapID = UUID().uuidString
    private let loading = LegacyLoading()
    private let shownModel = ShownObject()
    private var givenName: String?

    /// - Parameter source: What is loaded before the table can be used.
    init(_ table: any LegacyTable, of source: any Loadable) {
        (self.table, self.source) = (table, source)
    }

    /// The layer that was made of it last, as long as somebody has that.
    public internal(set) weak var featureLayer: AGSFeatureLayer?
    /// The same, as it is called where a table may have other layers than these.
    public var layer: AGSLayer? { featureLayer }
    /// How its features are shown as popups, as a model; nil for all attributes, and until the map that it is of says more.
    public var popupDefinition: AGSPopupDefinition?
    /// Whether its features are shown as popups, as a model.
    public var isPopupEnabled = true

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: source) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: source) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(source) }

    // MARK: - What it holds

    private var definition: FeatureTableDefinition? { table.knownDefinition }

    /// The name; empty until loaded.
    public var tableName: String { definition?.name ?? "" }
    /// The name for people: what was set here, else the table's name, which is empty until loaded.
    public var displayName: String {
        get { givenName ?? tableName }
        set { givenName = newValue }
    }
    /// The columns, the object id first; none until loaded.
    public var fields: [AGSField] { known?.fields ?? [] }
    /// The column of that name; nil if there is none.
    public func field(forName fieldName: String) -> AGSField? {
        known?.field(named: fieldName)
    }
    /// Those that may be changed.
    public var editableAttributeFields: [AGSField] { fields.filter(\.isEditable) }
    /// The kind of geometries.
    public var geometryType: AGSGeometryType { AGSGeometryType(definition?.geometryType) }
    /// Whether features have geometries.
    public var hasGeometry: Bool { definition?.geometryType != nil }
    /// Whether vertices have heights.
    public var hasZ: Bool { definition?.hasZ ?? false }
    /// Whether vertices have measures.
    public var hasM: Bool { definition?.hasM ?? false }
    /// What coordinates mean.
    public var spatialReference: AGSSpatialReference? { definition?.spatialReference.map(AGSSpatialReference.init) }
    /// The rectangle around all features.
    public var extent: AGSEnvelope? { table.extent.map(AGSEnvelope.init) }
    /// How many features are here: all of a geodatabase's, of a service's those that were brought or added.
    public var numberOfFeatures: Int { table.featureCount }

    /// What it is made of, made once: it does not change any more once it is known.
    var known: TableModel? {
        shownModel.value { definition.map { _ in TableModel(allFields, table.layerInfo) } } as? TableModel
    }

    private var allFields: [Field] {
        guard let definition else { return [] }
        return [Field(definition.objectIDField, type: .objectID)] + definition.fields
    }

    var fieldTypes: [String: FieldType] {
        Dictionary(allFields.map { ($0.name, $0.type) }) { first, _ in first }
    }

    // MARK: - What can be done

    /// Whether features can be edited.
    public var isEditable: Bool { table.isEditable }
    /// Whether features can be added.
    public var canAddFeature: Bool { isEditable && table.offers(.create) }
    /// Whether geometries can be changed.
    public var canEditGeometry: Bool { isEditable && hasGeometry }
    /// Whether a feature can be deleted: one that was added here, and not sent, by who may add. Not one that the table does not have any more.
    public func canDelete(_ feature: AGSFeature) -> Bool { canEdit(feature, .delete) }
    /// Whether a feature can be changed: one that was added here, and not sent, by who may add. Not one that the table does not have any more.
    public func canUpdate(_ feature: AGSFeature) -> Bool { canEdit(feature, .update) }

    private func canEdit(_ feature: AGSFeature, _ capability: ServiceCapability) -> Bool {
        isEditable && !feature.isGone && table.offers(capability, of: feature.objectID)
    }

    // MARK: - Features

    /// A feature without attributes, which is not in the table until it is added.
    public func createFeature() -> AGSFeature { createFeature(attributes: [:], geometry: nil) }

    /// A feature that is not in the table until it is added.
    public func createFeature(attributes: [String: Any], geometry: AGSGeometry?) -> AGSFeature {
        AGSArcGISFeature(attributes, geometry, of: self)
    }

    func features(_ set: FeatureSet, isWhole: Bool) -> [AGSFeature] {
        let idField = table.knownDefinition?.objectIDField
        return set.features.map { feature in
            let id = idField.flatMap { feature.attributes[$0]?.int }
            return AGSArcGISFeature(feature, of: self, isWhole: isWhole && id.map(table.isPartlyHere) != true)
        }
    }
}
