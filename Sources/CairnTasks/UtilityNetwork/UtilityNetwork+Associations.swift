import CairnCore
public import CairnGeo
import Foundation

extension UtilityNetwork {
    /// What an element belongs together with.
    ///
    /// An association whose other end the service does not show to whoever asks is left out.
    ///
    /// - Parameters:
    ///   - element: The element; with a terminal, at that one.
    ///   - types: The types that count; none for all.
    /// - Throws: ``UtilityNetworkError``, and what loading throws.
    @concurrent
    public func associations(
        for element: UtilityElement, ofTypes types: Set<UtilityAssociationType> = []
    ) async throws -> [UtilityAssociation] {
        let loaded = try await whenLoaded()
        var own: [String: JSONValue] = [
            "networkSourceId": .integer(element.networkSource.id), "globalId": .string(element.globalIDText),
        ]
        own["terminalId"] = element.terminal.map { .integer($0.id) }
        var form = ["elements": JSONValue.array([.object(own)]).text()]
        if !types.isEmpty { form["types"] = types.map(\.rawValue).sorted().jsonText }
        let answer = try await loaded.wire.call(loaded.wire.network, "associations/query", form)
        return try await associations(answer, types, loaded, known: element)
    }

    /// What belongs together within an extent, each with a line from one to the other.
    ///
    /// - Parameters:
    ///   - extent: The extent.
    ///   - types: The types that count; none for all.
    ///   - maximumCount: The most that are given.
    /// - Throws: ``UtilityNetworkError/tooManyAssociations(limit:)``, and what loading throws.
    @concurrent
    public func associations(
        forExtent extent: Envelope, ofTypes types: Set<UtilityAssociationType> = [], maximumCount: Int = 2000
    ) async throws -> [UtilityAssociation] {
        let loaded = try await whenLoaded()
        func wants(_ isMeant: (UtilityAssociationType) -> Bool) -> String {
            String(types.isEmpty || types.contains(where: isMeant))
        }
        var form = ["extent": Geometry.envelope(extent).esriJSON.text(), "maxGeometryCount": String(max(1, maximumCount))]
        form["attachmentAssociations"] = wants { $0 == .attachment }
        form["containmentAssociations"] = wants { $0 == .containment }
        form["connectivityAssociations"] = wants(\.isConnectivity)
        if let reference = extent.spatialReference { form["outSR"] = reference.esriJSON.text() }
        let answer = try await loaded.wire.call(loaded.wire.network, "synthesizeAssociationGeometries", form)
        if try answer.optional("maxGeometryCountExceeded")?.flag() == true {
            throw UtilityNetworkError.tooManyAssociations(limit: max(1, maximumCount))
        }
        return try await associations(answer, types, loaded, reference: extent.spatialReference)
    }

    /// - Parameters:
    ///   - known: An element whose asset type need not be asked for.
    ///   - reference: What coordinates mean that do not say so themselves.
    private func associations(
        _ answer: AnswerPart, _ types: Set<UtilityAssociationType>, _ loaded: Loaded, known: UtilityElement? = nil,
        reference: SpatialReference? = nil
    ) async throws -> [UtilityAssociation] {
        let list = try answer.required("associations").list().map { try UtilityAssociationAnswer($0, reference) }
        var wanted: [Int: Set<UUID>] = [:]
        for end in list.flatMap({ [$0.from, $0.to] }) { wanted[end.sourceID, default: []].insert(end.globalID) }
        if let known { wanted[known.networkSource.id]?.remove(known.globalID) }
        var elements = try await loaded.lookup.elements(wanted.filter { !$0.value.isEmpty })
        if let known { elements[known.networkSource.id, default: [:]][known.globalID] = known }
        let all = list.compactMap { answer in
            answer.association { end in
                var element = elements[end.sourceID]?[end.globalID]
                let terminals = element?.assetType.terminalConfiguration?.terminals
                element?.terminal = terminals?.first { $0.id == end.terminalID }
                return element
            }
        }
        return types.isEmpty ? all : all.filter { types.contains($0.associationType) }
    }
}
