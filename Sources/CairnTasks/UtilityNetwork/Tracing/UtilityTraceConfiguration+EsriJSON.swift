import CairnCore

extension UtilityTraceConfiguration {
    private static let flags: [(String, any WritableKeyPath<Self, Bool> & Sendable)] = [
        ("includeContainers", \.includeContainers), ("includeContent", \.includeContents),
        ("includeStructures", \.includeStructures), ("includeBarriers", \.includeBarriers),
        ("synthesizeGeometries", \.synthesizesGeometries), ("includeIsolated", \.includeIsolatedFeatures),
        ("validateConsistency", \.validateConsistency), ("validateLocatability", \.validateLocatability),
        ("ignoreBarriersAtStartingPoints", \.ignoreBarriersAtStartingLocations),
        ("includeUpToFirstSpatialContainer", \.includeUpToFirstSpatialContainer),
        ("allowIndeterminateFlow", \.allowIndeterminateFlow),
    ]
    private static let names: [(String, any WritableKeyPath<Self, String> & Sendable)] = [
        ("domainNetworkName", \.domainNetworkName), ("tierName", \.tierName), ("targetTierName", \.targetTierName),
        ("subnetworkName", \.subnetworkName), ("shortestPathNetworkAttributeName", \.shortestPathNetworkAttributeName),
        ("filterBitsetNetworkAttributeName", \.filterBitsetNetworkAttributeName),
    ]
    /// What servers of some versions do not know, and is not said unless it is wanted.
    private static let newer: Set = ["synthesizeGeometries", "validateLocatability", "includeUpToFirstSpatialContainer"]

    /// Reads a configuration as services write it. What is missing is as it is usual.
    init(_ part: AnswerPart) throws {
        self.init()
        _ = try part.members()
        json = part.json
        for (name, path) in Self.flags { self[keyPath: path] = try part.optional(name)?.flag() ?? self[keyPath: path] }
        for (name, path) in Self.names { self[keyPath: path] = try part.words(name) ?? "" }
        traversability = UtilityTraversability(
            scope: try Self.scope(part, "traversabilityScope"),
            barriers: try UtilityTraceConditionalExpression(part.optional("conditionBarriers")),
            functionBarriers: try Self.list(part, "functionBarriers", UtilityTraceFunctionBarrier.init))
        filter = try Self.filter(part)
        functions = try Self.list(part, "functions", UtilityTraceFunction.init)
        propagators = try Self.list(part, "propagators", UtilityPropagator.init)
        outputAssetTypes = try Self.list(part, "outputFilters", UtilityAssetTypeKey.init)
        outputCondition = try UtilityTraceConditionalExpression(part.optional("outputConditions"))
    }

    private static func scope(_ part: AnswerPart, _ name: String) throws -> UtilityTraversabilityScope {
        try part.filledWords(name).map(UtilityTraversabilityScope.init) ?? .junctionsAndEdges
    }

    private static func list<Element>(
        _ part: AnswerPart, _ name: String, _ read: (AnswerPart) throws -> Element
    ) throws -> [Element] {
        try part.optional(name)?.list().map(read) ?? []
    }

    /// Nil where it would take nothing out.
    private static func filter(_ part: AnswerPart) throws -> UtilityTraceFilter? {
        let filter = UtilityTraceFilter(
            scope: try scope(part, "filterScope"),
            barriers: try UtilityTraceConditionalExpression(part.optional("filterBarriers")),
            functionBarriers: try list(part, "filterFunctionBarriers", UtilityTraceFunctionBarrier.init),
            nearestNeighbor: try part.optional("nearestNeighbor").flatMap { try UtilityTraceNearestNeighbor($0) })
        return filter == UtilityTraceFilter(scope: filter.scope) ? nil : filter
    }

    /// The configuration as services read it: all of ``json``, and over it what the properties say.
    ///
    /// - Throws: ``UtilityNetworkError/conditionTooLong(limit:)``, ``UtilityNetworkError/emptyCondition``.
    func esriJSON() throws(UtilityNetworkError) -> JSONValue {
        var members = json.object ?? [:]
        for (name, path) in Self.flags where self[keyPath: path] || members[name] != nil || !Self.newer.contains(name) {
            members[name] = .bool(self[keyPath: path])
        }
        for (name, path) in Self.names { members[name] = .string(self[keyPath: path]) }
        members["traversabilityScope"] = .string(traversability.scope.rawValue)
        members["conditionBarriers"] = try traversability.barriers.rows()
        members["functionBarriers"] = .array(traversability.functionBarriers.map(\.esriJSON))
        members["filterScope"] = .string(filter?.scope.rawValue ?? UtilityTraversabilityScope.junctionsAndEdges.rawValue)
        members["filterBarriers"] = try (filter?.barriers).rows()
        members["filterFunctionBarriers"] = .array((filter?.functionBarriers ?? []).map(\.esriJSON))
        members["nearestNeighbor"] = filter?.nearestNeighbor?.esriJSON ?? UtilityTraceNearestNeighbor.all
        var functions: [JSONValue] = []
        for function in self.functions { functions.append(try function.esriJSON()) }
        members["functions"] = .array(functions)
        members["propagators"] = .array(propagators.map(\.esriJSON))
        members["outputFilters"] = .array(outputAssetTypes.map(\.esriJSON))
        members["outputConditions"] = try outputCondition.rows()
        return .object(members)
    }
}
