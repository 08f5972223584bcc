import CairnCallbacks
import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// A feature of a service or of a geodatabase.
///
/// Of a query for ids alone it is loaded to have its attributes; any other has them from the beginning.
public final class AGSArcGISFeature: AGSFeature, AGSLoadable {
    /// Nil if all of it was there from the beginning.
    let load: FeatureLoad?
    private let loading = LegacyLoading()

    init(_ value: Feature, of table: AGSFeatureTable, isWhole: Bool) {
        let id = table.table.knownDefinition.flatMap { value.attributes[$0.objectIDField]?.int }
        load = isWhole ? nil : id.map { FeatureLoad(table.table, $0) }
        super.init(value, table.fieldTypes, of: table)
    }

    override init(_ attributes: [String: Any], _ geometry: AGSGeometry?, of table: AGSFeatureTable) {
        load = nil
        super.init(attributes, geometry, of: table)
    }

    override func absorb() {
        if let answer = load?.takeAnswer() { take(answer) }
    }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { load.map { loading.status(of: $0) } ?? .loaded }
    /// Why loading failed.
    public var loadError: (any Error)? { load.flatMap { loading.error(of: $0) } }
    /// Brings all attributes; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { load(completion, retrying: false) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { load(completion, retrying: true) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { if let load { loading.cancel(load) } }

    private func load(_ completion: (((any Error)?) -> Void)?, retrying: Bool) {
        if let load { return loading.load(load, for: self, retrying: retrying, completion) }
        Callback(on: .main, completion).callLater(nil)
    }

    // MARK: - Its table

    private var table: (any LegacyTable)? { featureTable?.table }

    /// Its subtype; nil if its table has none, or not that one.
    public var featureSubtype: AGSFeatureSubtype? {
        let code = featureTable?.known?.subtypeField.flatMap { attributes[$0] as? NSObject }
        return code.flatMap { code in
            (featureTable as? AGSArcGISFeatureTable)?.featureSubtypes.first { $0.code as? NSObject == code }
        }
    }
    /// Whether attachments can be added to it: if features can be added, or changed. Not to one that its table does not have any more.
    public var canEditAttachments: Bool {
        guard let table, table.isEditable, table.knownDefinition?.hasAttachments == true, !isGone else { return false }
        return table.offersAttachments
    }
    /// Whether its geometry can be changed.
    public var canUpdateGeometry: Bool {
        guard let table, table.isEditable, table.knownDefinition?.geometryType != nil else { return false }
        return objectID.map { table.offers(.update, of: $0) } ?? (table.offers(.create) || table.offers(.update))
    }

    /// Takes over what is known of it here: its ids since its edits were sent, what was edited of it through another object, what a file has.
    ///
    /// - Returns: Whether anything is known.
    @discardableResult
    public func refresh() -> Bool {
        guard let table, let id = objectID else { return false }
        let ids = table.currentIDs(of: id)
        take(ids)
        guard let feature = table.keptFeature(ids.objectID) else { return ids.objectID != id }
        take(feature)
        return true
    }

    /// Takes over the object id that the service has given it when it was sent.
    ///
    /// - Returns: Whether it is another than before.
    @discardableResult
    public func refreshObjectID() -> Bool {
        guard let table, let id = objectID else { return false }
        let ids = table.currentIDs(of: id)
        take(ids)
        return ids.objectID != id
    }
}
