import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// What is here lies above what the service has: features that were edited are asked here, and the service for all others.
extension LocallyEditedTable {
    /// The features that are asked here, and those of the service that are not asked of it.
    private struct Overlay {
        let definition: FeatureTableDefinition
        let features: [Feature]
        let hidden: [Int]
        /// What the global ids must not be of features of the service; empty for any.
        let condition: String
        /// Whether the service is not asked at all.
        let isWhole: Bool
        /// Of which of them not all fields are here.
        var partlyBrought: PartlyBrought?

        /// What the service is asked; nil if nothing.
        func rest(_ parameters: QueryParameters) -> QueryParameters? {
            if isWhole { return nil }
            var rest = parameters.excluding(hidden, definition.objectIDField)
            rest?.require([condition])
            return rest
        }
    }

    /// Asks for something above what is here, which is nil if nothing of it counts.
    private func overlaid<Value: Sendable>(_ body: (Overlay?) async throws -> Value) async throws -> Value {
        let isManual = mode == .manualCache
        let edits = edits
        if isManual || edits.entries.isEmpty && edits.lost == nil {
            return try await body(try await overlay(edits, isManual: isManual))
        }
        return try await settled {
            try await body(try await overlay($0, isManual: false))
        } _: {
            $1
        }
    }

    private func overlay(_ edits: LocalEdits, isManual: Bool) async throws -> Overlay? {
        if !isManual, edits.entries.isEmpty, edits.lost == nil { return nil }
        let definition = try await service.definition()
        let idField = definition.objectIDField
        if isManual {
            let features = edits.edited(edits.brought.features, idField: idField)
            return Overlay(
                definition: definition, features: features, hidden: [], condition: "", isWhole: true,
                partlyBrought: PartlyBrought(edits.brought.partlyBrought, of: features, definition))
        }
        let hidden = edits.entries.keys.filter { $0 >= 0 }.sorted()
        let updated = hidden.filter { if case .update? = edits.entries[$0]?.change { true } else { false } }
        // As the service has them now.
        let before =
            updated.isEmpty
            ? [] : try await service.queryFeatures(using: QueryParameters(objectIDs: updated)).featureSet().features
        return Overlay(
            definition: definition, features: edits.edited(before, idField: idField), hidden: hidden,
            condition: edits.conditionOfLostAdds(definition), isWhole: false)
    }

    @concurrent
    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        let parameters = narrowed(parameters)
        return try await overlaid { overlay in
            guard let overlay else { return try await service.queryFeatures(using: parameters) }
            return try await features(overlay, parameters)
        }
    }

    private func features(_ overlay: Overlay, _ parameters: QueryParameters) async throws -> FeatureQueryResult {
        let definition = overlay.definition
        try overlay.partlyBrought?.expectFields(of: parameters)
        var all = parameters
        (all.outFields, all.resultOffset, all.maxFeatures) = (["*"], 0, nil)
        var found = try await evaluation(definition).features(overlay.features, using: all)
        if var rest = overlay.rest(all) {
            rest.maxFeatures = parameters.maxFeatures.map { min($0, Self.most) + min(parameters.resultOffset, Self.most) }
            found += try await service.queryFeatures(using: rest).featureSet().features
        }
        found.sort(by: FeatureOrder(parameters.orderByFields, idField: definition.objectIDField).isBefore)
        found = Array(found.dropFirst(parameters.resultOffset).prefix(parameters.maxFeatures ?? .max))
        let fields = definition.fields(parameters.outFields)
        return FeatureQueryResult(
            found.map { (overlay.partlyBrought?.keeping($0) ?? $0).keeping(fields) }, fields: fields,
            geometryType: parameters.returnsGeometry ? definition.geometryType : nil,
            spatialReference: parameters.outSpatialReference ?? definition.spatialReference)
    }

    private static let most = 1 << 40

    @concurrent
    func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int] {
        var bare = parameters
        (bare.outFields, bare.returnsGeometry, bare.resultOffset, bare.maxFeatures) = ([], false, 0, nil)
        let idField = try await service.definition().objectIDField
        return try await queryFeatures(using: bare).featureSet().features.compactMap { $0.attributes[idField]?.int }
    }

    @concurrent
    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        let parameters = narrowed(parameters)
        return try await overlaid { overlay in
            guard let overlay else { return try await service.queryFeatureCount(using: parameters) }
            let count = try await here(overlay, parameters).count
            guard let rest = overlay.rest(parameters) else { return count }
            return try await count + service.queryFeatureCount(using: rest)
        }
    }

    @concurrent
    func queryExtent(using parameters: QueryParameters) async throws -> Envelope? {
        let parameters = narrowed(parameters)
        return try await overlaid { overlay in
            guard let overlay else { return try await service.queryExtent(using: parameters) }
            let boxes = try await here(overlay, parameters).compactMap { $0.geometry?.extent }
            let extent = boxes.reduce(nil) { $0?.union($1) ?? $1 } as Envelope?
            guard let rest = overlay.rest(parameters), let other = try await service.queryExtent(using: rest) else {
                return extent
            }
            return extent?.union(other) ?? other
        }
    }

    private func here(_ overlay: Overlay, _ parameters: QueryParameters) async throws -> [Feature] {
        try overlay.partlyBrought?.expectFields(of: parameters)
        var all = parameters
        (all.outFields, all.returnsGeometry, all.resultOffset, all.maxFeatures) = (["*"], true, 0, nil)
        return try await evaluation(overlay.definition).features(overlay.features, using: all)
    }

    /// Of the service's features, or of all that was brought: statistics of both cannot be put together, so that edits which were not sent do not
    /// count in the former.
    @concurrent
    func queryStatistics(_ query: StatisticsQuery, using parameters: QueryParameters) async throws -> [Attributes] {
        let parameters = narrowed(parameters)
        guard mode == .manualCache, let overlay = try await overlay(edits, isManual: true) else {
            return try await service.queryStatistics(query, using: parameters)
        }
        try overlay.partlyBrought?.expectFields(of: parameters, query)
        return try await evaluation(overlay.definition).statistics(query, of: overlay.features, using: parameters)
    }
}

extension LocalEdits {
    /// Features of the service that may be those which were sent from here, and whose arrival is not known yet, are asked here.
    fileprivate func conditionOfLostAdds(_ definition: FeatureTableDefinition) -> String {
        guard let field = definition.globalIDField else { return "" }
        let texts = lostGlobalIDs.sorted().flatMap(GlobalID.spellings).map { "'\($0.replacing("'", with: "''"))'" }
        let lists = stride(from: 0, to: texts.count, by: 500).map { start in
            "\(field) NOT IN (\(texts[start...].prefix(500).joined(separator: ", ")))"
        }
        return lists.isEmpty ? "" : "\(field) IS NULL OR \(lists.joined(separator: " AND "))"
    }
}

extension QueryParameters {
    /// The same without some features; nil if none is left to be asked for.
    fileprivate func excluding(_ hidden: [Int], _ idField: String) -> QueryParameters? {
        var rest = self
        if let ids = objectIDs {
            let hidden = Set(hidden)
            rest.objectIDs = ids.filter { $0 >= 0 && !hidden.contains($0) }
            return rest.objectIDs?.isEmpty == true ? nil : rest
        }
        // Some databases take a thousand at once.
        rest.require(
            stride(from: 0, to: hidden.count, by: 500).map { start in
                "\(idField) NOT IN (\(hidden[start...].prefix(500).map(String.init).joined(separator: ", ")))"
            })
        return rest
    }
}

extension FeatureTableDefinition {
    /// The fields of those names, the object id first; all for `*`.
    fileprivate func fields(_ names: [String]) -> [Field] {
        let wanted = Set(names.map { $0.lowercased() })
        let kept = wanted.contains("*") ? fields : fields.filter { wanted.contains($0.name.lowercased()) }
        return [Field(objectIDField, type: .objectID)] + kept
    }
}

extension Feature {
    fileprivate func keeping(_ fields: [Field]) -> Feature {
        let pairs = fields.compactMap { field in attributes[field.name].map { (field.name, $0) } }
        return Feature(attributes: Attributes(pairs), geometry: geometry)
    }
}
