import CairnCallbacks
import CairnCore
import CairnGeo
public import CairnTasks
public import Foundation

/// A layer, or a table, of a feature service.
///
/// Edits are kept here until ``applyEdits(completion:)`` sends them, and count in all queries but statistics until then. Conditions that a query
/// sets are then understood as a file understands them.
public final class AGSServiceFeatureTable: AGSArcGISFeatureTable, AGSRemoteResource, AGSAPIKeyResource {
    let edited: LocallyEditedTable
    private let sending: TurnQueue
    private let held: HeldCredential
    /// What copies are asked as: the table that was copied first.
    private let origin: ServiceClient
    private weak var geodatabase: AGSServiceGeodatabase?
    /// The tables of its map; nil if it is of none.
    var neighbours: RelatedTables?

    init(_ service: ServiceFeatureTable, in geodatabase: AGSServiceGeodatabase?, copying other: AGSServiceFeatureTable? = nil) {
        (sending, self.geodatabase) = (geodatabase?.sending ?? TurnQueue(), geodatabase)
        edited = LocallyEditedTable(service, sending: sending)
        held = HeldCredential(service.client)
        origin = other?.origin ?? service.client
        super.init(edited, of: service)
    }

    /// A table of Cairn for old callers.
    public convenience init(_ service: ServiceFeatureTable) {
        self.init(service, in: nil)
    }

    /// A layer, or a table, by its address, such as `…/FeatureServer/0`.
    public convenience init(url: URL) {
        self.init(ServiceFeatureTable(url: url, transport: ConfiguredTransport()))
    }

    /// Another table of the same layer, asked as this one is, with the same condition and without local edits.
    func copied() -> AGSServiceFeatureTable {
        let transport = ConfiguredTransport.within(origin.transport)
        let asked = ServiceFeatureTable(url: origin.url, transport: transport, credential: origin.credentials)
        let copy = AGSServiceFeatureTable(asked, in: geodatabase, copying: self)
        copy.held.takeConfiguration(held)
        copy.neighbours = neighbours
        copy.featureRequestMode = featureRequestMode
        copy.definitionExpression = definitionExpression
        copy.popupDefinition = popupDefinition
        copy.isPopupEnabled = isPopupEnabled
        return copy
    }

    /// The table that this one drives.
    public var service: ServiceFeatureTable { edited.service }
    /// Its address.
    public var url: URL? { service.url }
    /// Who is asking, if the service wants to know: from then on its host and port, by all that has no credential of its own; to be set before
    /// loading. That of the table of a sublayer is for the table alone.
    public var credential: AGSCredential? {
        get { held.value }
        set { held.value = newValue }
    }
    /// An API key that its service is asked with where ``credential`` is nil; empty for that of ``AGSArcGISRuntimeEnvironment``.
    public var apiKey: String {
        get { held.apiKey }
        set { held.apiKey = newValue }
    }
    /// How its requests are sent; nil for as those of its map's portal are, or else as the global configuration says. Of an object of Cairn's they
    /// are sent as that does, and nil of a copy is for as those of what it was copied from.
    public var requestConfiguration: AGSRequestConfiguration? {
        get { held.configuration }
        set { held.configuration = newValue }
    }
    /// The service it belongs to; nil if it was made by its own address.
    public var serviceGeodatabase: AGSServiceGeodatabase? { geodatabase }

    /// Where queries are answered.
    public var featureRequestMode: AGSFeatureRequestMode {
        get { edited.mode }
        set { edited.mode = newValue }
    }

    /// A condition that features must meet in every query, in SQL; all meet an empty one.
    public var definitionExpression: String {
        get { edited.condition }
        set { edited.condition = newValue }
    }

    // MARK: - Queries

    /// The features that parameters ask for.
    @discardableResult
    public func queryFeatures(
        with parameters: AGSQueryParameters, queryFeatureFields: AGSQueryFeatureFields,
        completion: @escaping (AGSFeatureQueryResult?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        queryFeatures(parameters, queryFeatureFields, completion)
    }

    /// Brings features here, to be asked in ``AGSFeatureRequestMode/manualCache``. In other modes it fails, and asks nobody.
    ///
    /// - Parameters:
    ///   - parameters: Which features.
    ///   - clearCache: Whether what was brought before goes. What was edited stays.
    ///   - outFields: The attributes that are brought; `["*"]` are all.
    ///   - completion: Called once, with what has come, or with what went wrong.
    @discardableResult
    public func populateFromService(
        with parameters: AGSQueryParameters, clearCache: Bool, outFields: [String],
        completion: @escaping (AGSFeatureQueryResult?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (edited, isWhole) = (edited, outFields.contains("*"))
        let value = Result {
            try edited.expectManualCache()
            return try parameters.value()
        }
        return OperationCancelable({
            var parameters = try value.get()
            if !isWhole { parameters.outFields = outFields }
            return try await edited.bring(parameters, clearing: clearCache)
        }) { set, error in
            completion(
                set.map { set in
                    AGSFeatureQueryResult(set, edited.service.info?.geometryType, self.features(set, isWhole: isWhole))
                }, error)
        }
    }

    /// Forgets what was brought here. A `populateFromService` that has asked before does not bring it back, though it tells what it has got.
    ///
    /// - Parameter keepLocalEdits: Whether edits that were not sent stay.
    public func clearCache(withKeepLocalEdits keepLocalEdits: Bool) {
        edited.clear(keepingEdits: keepLocalEdits)
    }

    /// Brings all attributes of features, as they are now; what was changed of them stays.
    ///
    /// They are loaded then, and what was brought of them here is whole. Of two answers about a feature that counts which was asked for later, be it
    /// of this or of a load.
    ///
    /// One that the service does not have any more stays as it is, but has a negative object id then, and is of the table no more: what was edited of
    /// it, and was not sent, is forgotten.
    @discardableResult
    public func loadOrRefreshFeatures(
        _ features: [AGSArcGISFeature], completion: (((any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let (edited, ids) = (edited, Result { try features.compactMap(idHere) })
        let loads = features.compactMap { feature in feature.objectID.flatMap { id in feature.load.map { (id, $0) } } }
        return OperationCancelable({
            let refreshed = try await edited.refreshedFeatures(try ids.get())
            for (id, load) in loads { if let answer = refreshed.found[id] { await load.supply(answer) } }
            return refreshed
        }) { refreshed, error in
            for feature in features {
                guard let refreshed, let id = feature.objectID else { continue }
                if let answer = refreshed.found[id] { feature.take(answer) }
                if refreshed.gone.contains(id) { feature.leaveTable(refreshed.question) }
            }
            completion?(error)
        }
    }

    /// By which number the service knows a feature; nil if by none.
    ///
    /// - Throws: If it is of another layer. What another object for the same one has given, and the service knows, is the same here.
    func idHere(_ feature: AGSArcGISFeature) throws -> Int? {
        let id = feature.objectID
        let isOfLayer = (feature.featureTable as? AGSServiceFeatureTable)?.service.url == service.url
        if !isOfLayer || id.map({ $0 < 0 }) != false { try feature.expectPlace(in: self) }
        return id
    }

    // MARK: - Edits

    /// Whether there are edits that were not sent.
    public func hasLocalEdits() -> Bool { !edited.edits.isEmpty }

    /// Sends the edits: a result for each feature. What was refused stays to be sent.
    ///
    /// It begins once edits that were asked for before are kept, and other sending has ended. If it is not known whether edits have arrived, the
    /// error says so, also after a cancellation, and they stay: those with global ids, and those that delete, are looked for before they are sent
    /// again. Others are sent again if that is asked for.
    @discardableResult
    public func applyEdits(
        completion: (([AGSFeatureEditResult]?, (any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let edited = edited
        let placed = LocallyEditedTable.placeSending(of: [edited], in: sending) { try await edited.send() }
        return OperationCancelable(placed) { outcomes, error in
            completion?(outcomes?.map(AGSFeatureEditResult.init), error)
        }
    }

    /// Forgets the edits that were not sent, but for those that are just being sent.
    @discardableResult
    public func undoLocalEdits(completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        OperationCancelable(LocallyEditedTable.placeUndoing(of: [edited])) { (_: Void?, error) in completion?(error) }
    }

    // MARK: - Relationships

    override func relatedFeatures(
        of feature: AGSArcGISFeature, _ parameters: AGSRelatedQueryParameters,
        _ completion: @escaping ([AGSRelatedFeatureQueryResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        queryRelatedFeatures(for: feature, parameters: parameters, queryFeatureFields: .loadAll, completion: completion)
    }

    override func relatedTable(of relationship: FeatureRelationship) -> AGSArcGISFeatureTable? {
        relationship.relatedTableID.flatMap { id in
            geodatabase?.table(withLayerID: id) ?? neighbours?.table(at: service.sibling(id).url)
        }
    }
}

extension LocallyEditedTable {
    /// - Throws: If what is brought would not be asked.
    fileprivate func expectManualCache() throws {
        if mode == .manualCache { return }
        throw AGSError.runtime(
            .commonIllegalState,
            "What is brought from the service is asked in the manual mode alone. Set featureRequestMode to .manualCache first.")
    }
}
