import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct UtilityTraceConfigurationTests {
    private func read(_ json: JSONValue) throws -> UtilityTraceConfiguration {
        try UtilityTraceConfiguration(AnswerPart(json, of: UtilitySite.url))
    }

    private func plain(_ configuration: UtilityTraceConfiguration) -> UtilityTraceConfiguration {
        var plain = configuration
        plain.json = [:]
        return plain
    }

    /// A configuration by chance.
    private func configuration(using random: inout SeededGenerator) -> UtilityTraceConfiguration {
        var configuration = UtilityTraceConfiguration()
        for path in [
            \UtilityTraceConfiguration.includeContainers, \.includeContents, \.includeStructures, \.includeBarriers,
            \.synthesizesGeometries, \.includeIsolatedFeatures, \.validateConsistency, \.validateLocatability,
            \.ignoreBarriersAtStartingLocations, \.includeUpToFirstSpatialContainer, \.allowIndeterminateFlow,
        ] { configuration[keyPath: path] = Bool.random(using: &random) }
        func name() -> String { ["", "Electric", "x y"].randomElement(using: &random) ?? "" }
        configuration.domainNetworkName = name()
        configuration.tierName = name()
        configuration.targetTierName = name()
        configuration.subnetworkName = name()
        configuration.shortestPathNetworkAttributeName = name()
        configuration.filterBitsetNetworkAttributeName = name()
        let scopes: [UtilityTraversabilityScope] = [.junctions, .edges, .junctionsAndEdges]
        let condition = UtilityTraceConditionalExpression.or([
            .category(UtilityCategoryComparison(categoryName: "Protective", comparisonOperator: .exists)),
            .networkAttribute(
                UtilityNetworkAttributeComparison(
                    networkAttributeName: "Status", comparisonOperator: .includesAny,
                    operand: .value([1, 2.5, "open"].randomElement(using: &random) ?? 1))),
        ])
        func maybe() -> UtilityTraceConditionalExpression? { Bool.random(using: &random) ? condition : nil }
        let barrier = UtilityTraceFunctionBarrier(
            functionType: .min, networkAttributeName: "Load", comparisonOperator: .lessThan,
            value: Double(Int.random(in: -5...5, using: &random)) / 4, usesLocalValues: Bool.random(using: &random))
        let key = UtilityAssetTypeKey(networkSourceID: 4, assetGroupCode: 1, assetTypeCode: Int.random(in: 0...9, using: &random))
        configuration.traversability = UtilityTraversability(
            scope: scopes.randomElement(using: &random) ?? .edges, barriers: maybe(),
            functionBarriers: Bool.random(using: &random) ? [barrier] : [])
        if Bool.random(using: &random) {
            configuration.filter = UtilityTraceFilter(
                scope: .junctions, barriers: maybe(), functionBarriers: [barrier],
                nearestNeighbor: Bool.random(using: &random)
                    ? UtilityTraceNearestNeighbor(
                        count: 3, costNetworkAttributeName: "Length", categoryNames: ["a"], assetTypes: [key]) : nil)
        }
        var function = UtilityTraceFunction(functionType: .max, networkAttributeName: "Load", condition: maybe())
        function.summaryFieldName = Bool.random(using: &random) ? "SUM" : nil
        configuration.functions = Bool.random(using: &random) ? [function] : []
        var propagator = UtilityPropagator(
            networkAttributeName: "Phases", functionType: .bitwiseAnd, comparisonOperator: .includesAny, value: 7)
        propagator.substitutionAttributeName = Bool.random(using: &random) ? "Swap" : nil
        configuration.propagators = Bool.random(using: &random) ? [propagator] : []
        configuration.outputAssetTypes = Bool.random(using: &random) ? [key] : []
        configuration.outputCondition = maybe()
        return configuration
    }

    @Test func `any configuration is the same after it was written for a service, or for a record, and read`() throws {
        for seed in 1...500 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let configuration = configuration(using: &random)
            let wire = try configuration.esriJSON()
            #expect(plain(try read(wire)) == configuration, "\(seed)")
            #expect(try read(wire).esriJSON() == wire, "\(seed)")
            #expect(try JSONValue(encoding: configuration).decode(UtilityTraceConfiguration.self) == configuration, "\(seed)")
        }
    }

    @Test func `what a service has set up is sent as it was, and so is what nobody here knows`() throws {
        let json = try JSONValue(parsing: UtilitySite.configuration)
        let sent = try read(json).esriJSON()
        #expect(sent == json)
        var changed = try read(json)
        changed.includeContents = false
        let members = try changed.esriJSON()
        #expect(members["includeContent"] == false && members["diagramTemplateName"] == "Basic")
    }

    @Test func `what is missing is as it is usual`() throws {
        #expect(plain(try read([:])) == UtilityTraceConfiguration())
    }
}
