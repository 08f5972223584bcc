import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Good answers with something in them changed by chance: each is refused in words, or what comes of it is sound.
@Suite(.timeLimit(.minutes(10)))
struct UtilityMutatedAnswerTests {
    private func search(
        _ good: String, seeds: ClosedRange<UInt64> = 1...1000, _ check: (String) async throws -> String?
    ) async throws {
        let tree = JSONTree(try JSONValue(parsing: good))
        #expect(try await check(tree.text) == nil, "as it is")
        var (accepted, refused, wrong) = (0, 0, [String]())
        for seed in seeds {
            var random = SeededGenerator(seed: seed)
            var changed = tree
            for _ in 0..<Int.random(in: 1...3, using: &random) { changed = changed.mutated(using: &random) }
            do {
                if let complaint = try await check(changed.text) { wrong.append("\(seed): \(complaint)") }
                accepted += 1
            } catch is TransportError {
                refused += 1
            } catch is ServiceError {
                refused += 1
            } catch is UtilityNetworkError {
                refused += 1
            }
        }
        #expect(wrong.isEmpty)
        #expect(accepted > 50 && refused > 50, "\(accepted) were accepted, and \(refused) refused")
    }

    private func isSound(_ definition: UtilityNetworkDefinition) -> Bool {
        let sources = definition.networkSources
        return sources.allSatisfy { source in
            source.assetGroups.allSatisfy { group in
                group.assetTypes.allSatisfy { $0.networkSourceID == source.id && $0.assetGroupCode == group.code }
            }
        }
    }

    @Test func `of definitions`() async throws {
        try await search(UtilitySite.element) { text in
            let site = UtilitySite(["queryDataElements": text])
            try await site.network.load()
            guard let definition = site.network.definition else { return "no definition" }
            guard isSound(definition) else { return "unsound" }
            let again = try JSONValue(encoding: definition).decode(UtilityNetworkDefinition.self)
            return again == definition ? nil : "does not read back"
        }
    }

    @Test func `of services`() async throws {
        try await search(UtilitySite.service, seeds: 1...500) { text in
            let site = UtilitySite(["FeatureServer": text])
            try await site.network.load()
            return site.network.definition == nil ? "no definition" : nil
        }
    }

    @Test func `of traces`() async throws {
        let start = try await UtilitySite().element("Fuse")
        var parameters = UtilityTraceParameters(traceType: .connected, startingLocations: [start])
        parameters.resultTypes = [.elements, .functionOutputs, .geometry]
        let asked = parameters
        try await search(UtilitySite.trace) { text in
            let site = UtilitySite(["UtilityNetworkServer/trace": text])
            let results = try await site.network.trace(using: asked)
            guard results.count == 3, let elements = results[0].elements else { return "not what was asked for" }
            let answer = try JSONValue(parsing: text)
            let isFinite = results[1].functionOutputs?.allSatisfy { $0.result?.isFinite ?? true } ?? false
            let list = answer.object?.first { $0.key.lowercased() == "traceresults" }?.value
            let count = list?.object?.first { $0.key.lowercased() == "elements" }?.value.array?.count
            let isAll = elements.count == count || results[0].warnings.contains { $0.contains("asset types") }
            return isFinite && isAll ? nil : "something is lost, or is no number"
        }
    }

    @Test func `of traces under names`() async throws {
        let good = """
            {"traceConfigurations":[{"name":"Protected","globalId":"\(UtilitySite.ids[3])","creator":"larry","description":"",
             "creationDate":1600000000000,"minNumStartingPoints":"one","traceType":"upstream","tags":["a"],
             "traceConfiguration":\(UtilitySite.configuration),"resultTypes":[{"type":"elements"}]}],"success":true}
            """
        let start = try await UtilitySite().element("Fuse")
        try await search(good) { text in
            let site = UtilitySite(["traceConfigurations/query": text])
            for named in try await site.network.queryNamedTraceConfigurations() {
                guard try JSONValue(encoding: named).decode(UtilityNamedTraceConfiguration.self) == named else {
                    return "does not read back"
                }
                var parameters = UtilityTraceParameters(traceType: named.traceType, startingLocations: [start, start])
                parameters.traceConfiguration = named.traceConfiguration
                _ = try await site.network.trace(using: parameters)
            }
            return nil
        }
    }

    @Test func `of associations`() async throws {
        let good = """
            {"associations":[{"globalId":"\(UtilitySite.ids[3])","fromNetworkSourceId":4,"fromGlobalId":"\(UtilitySite.ids[0])",
             "fromTerminalId":2,"toNetworkSourceId":4,"toGlobalId":"\(UtilitySite.ids[0])","toTerminalId":1,"percentAlong":0.5,
             "associationType":"containment","isContentVisible":false,"geometry":{"paths":[[[0,0],[1,1]]]}}]}
            """
        let element = try await UtilitySite().element("Gang")
        let layer = """
            {"id":1,"name":"D","type":"Feature Layer","geometryType":"esriGeometryPoint","globalIdField":"GLOBALID","fields":[]}
            """
        try await search(good) { text in
            let site = UtilitySite([
                "associations/query": text, "FeatureServer/1": layer, "FeatureServer/2": layer, "1/query": #"{"features":[]}"#,
                "2/query": #"{"features":[]}"#,
            ])
            let found = try await site.network.associations(for: element)
            return found.allSatisfy { (0...1).contains($0.fractionAlongEdge ?? 0) } ? nil : "no place along an edge"
        }
    }
}
