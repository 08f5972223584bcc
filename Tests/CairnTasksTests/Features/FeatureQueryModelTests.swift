import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Whatever is asked for comes as if it had been looked for in memory, however the service gives it.
struct FeatureQueryModelTests {
    private struct Case {
        var random: SeededGenerator
        let site: FeatureSite
        let table: ServiceFeatureTable

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            var abilities = FeatureSite.Abilities()
            abilities.maxRecordCount = Int.random(in: 1...40, using: &random)
            abilities.hasPages = Int.random(in: 0..<3, using: &random) > 0
            abilities.offersPBF = Bool.random(using: &random)
            abilities.hasExtent = Bool.random(using: &random)
            abilities.isMoody = Bool.random(using: &random)
            site = FeatureSite(FeatureSite.rows(Int.random(in: 0...120, using: &random), seed: seed), abilities)
            table = ServiceFeatureTable(url: FeatureSite.layer, transport: site.transport())
        }

        mutating func parameters() -> QueryParameters {
            var parameters = QueryParameters()
            func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
            if chance(2) {
                parameters.whereClause =
                    "VALUE \(["<", ">", "="].randomElement(using: &random)!) \(Int.random(in: 0...9, using: &random))"
            }
            if chance(4) {
                parameters.objectIDs = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                    Int.random(in: 1...130, using: &random)
                }
            }
            if chance(4) {
                parameters.geometry = .envelope(Envelope(xMin: -100, yMin: -50, xMax: 20, yMax: 30, spatialReference: .wgs84))
            }
            if chance(4) {
                parameters.timeExtent = TimeExtent(
                    start: chance(3) ? nil : Date(wholeMilliseconds: -40 * 86_400_000),
                    end: chance(3) ? nil : Date(wholeMilliseconds: 86_400_000))
            }
            if chance(2) {
                parameters.outFields = [["NAME"], [], ["VALUE", "OBJECTID"], ["SEEN", "NAME"]].randomElement(using: &random)!
            }
            if chance(3) { parameters.returnsGeometry = false }
            if chance(3) { parameters.resultOffset = Int.random(in: 0...30, using: &random) }
            if chance(3) { parameters.maxFeatures = Int.random(in: 0...50, using: &random) }
            if chance(3) {
                parameters.orderByFields = [
                    OrderBy.Key(["NAME", "VALUE", "SEEN"].randomElement(using: &random)!, isDescending: chance(2))
                ]
            }
            if parameters.objectIDs == nil, site.abilities.hasPages, chance(6) {
                (parameters.returnsDistinctValues, parameters.outFields) = (true, ["VALUE", "NAME"])
            }
            return parameters
        }
    }

    /// The rows that parameters choose, without paging.
    private func chosen(_ rows: [Feature], _ parameters: QueryParameters) throws -> [Feature] {
        var fields = ["where": parameters.whereClause.isEmpty ? "1=1" : parameters.whereClause]
        if let ids = parameters.objectIDs { fields["objectIds"] = ids.map(String.init).joined(separator: ",") }
        fields["geometry"] = parameters.geometry?.esriJSON.text()
        if let time = parameters.timeExtent, time.start != nil || time.end != nil {
            fields["time"] = [time.start, time.end].map { $0.map { "\($0.timeIntervalSince1970 * 1000)" } ?? "null" }.joined(
                separator: ",")
        }
        let last = parameters.returnsDistinctValues ? ["VALUE", "NAME"] : ["OBJECTID"]
        let order = parameters.orderByFields.map { "\($0.field)\($0.isDescending ? " DESC" : "")" } + last
        fields["orderByFields"] = order.joined(separator: ",")
        return try #require(FeatureModel.found(rows, fields))
    }

    private func expected(_ rows: [Feature], _ parameters: QueryParameters) throws -> [Feature] {
        var names = parameters.outFields
        if !parameters.returnsDistinctValues { names.append("OBJECTID") }
        let fields = [
            "outFields": names.joined(separator: ","), "returnGeometry": String(parameters.returnsGeometry),
            "returnDistinctValues": String(parameters.returnsDistinctValues),
        ]
        let shaped = FeatureModel.shaped(try chosen(rows, parameters), fields)
        return Array(shaped.dropFirst(parameters.resultOffset).prefix(parameters.maxFeatures ?? .max))
    }

    @Test(arguments: 0..<5) func `features are those of the model, in its order, of whatever service`(batch: UInt64) async throws
    {
        var refused = 0
        for seed in batch * 25..<batch * 25 + UInt64(rounds(8, long: 25)) {
            var run = Case(seed: seed)
            let rows = run.site.rows
            for _ in 0..<4 {
                let parameters = run.parameters()
                let right = try expected(rows, parameters)
                do {
                    let found = try await run.table.queryFeatures(using: parameters).featureSet().features.map(\.rounded)
                    #expect(found == right, "seed \(seed): \(parameters)")
                } catch FeatureError.tooManyIDs {
                    #expect(!parameters.orderByFields.isEmpty && (!run.site.abilities.hasPages || parameters.objectIDs != nil))
                    refused += 1
                } catch let error as TransportError where run.site.abilities.isMoody {
                    // In another order than that of ids it must all come at once, and has not.
                    #expect(!parameters.orderByFields.isEmpty && "\(error)".contains("not all that was asked for"))
                }
                try await verifyNumbers(run.table, rows, parameters, seed)
                try await verifyStatistics(run.table, run.site, parameters)
            }
        }
        #expect(refused < rounds(8, long: 25))
    }

    private func verifyStatistics(
        _ table: ServiceFeatureTable, _ site: FeatureSite, _ parameters: QueryParameters
    ) async throws {
        var choice = QueryParameters(whereClause: parameters.whereClause)
        choice.geometry = parameters.geometry
        choice.timeExtent = parameters.timeExtent
        let query = StatisticsQuery([Statistic(.sum, of: "VALUE", named: "total")], groupBy: ["SEEN"])
        let json: [JSONValue] = [["statisticType": "sum", "onStatisticField": "VALUE", "outStatisticFieldName": "total"]]
        let right = FeatureModel.statistics(json, of: try chosen(site.rows, choice), by: ["SEEN"])
        guard site.abilities.hasPages || right.count <= site.abilities.maxRecordCount else {
            await #expect(throws: TransportError.self) { try await table.queryStatistics(query, using: choice) }
            return
        }
        let rows = try await table.queryStatistics(query, using: choice)
        // A sum that is whole is written as a whole number.
        func sums(_ rows: [Attributes]) -> [AttributeValue: Double?] {
            Dictionary(rows.map { ($0["SEEN"] ?? .null, $0["total"]?.double) }) { first, _ in first }
        }
        #expect(sums(rows) == sums(right) && rows.count == right.count)
    }

    private func verifyNumbers(_ table: ServiceFeatureTable, _ rows: [Feature], _ parameters: QueryParameters, _ seed: UInt64)
        async throws
    {
        // They are of all that is chosen: paging and order do not count.
        var all = parameters
        (all.resultOffset, all.maxFeatures) = (0, nil)
        let right = try expected(rows, all)
        do {
            #expect(try await table.queryFeatureCount(using: parameters) == right.count, "seed \(seed): \(parameters)")
        } catch FeatureError.tooManyIDs where parameters.returnsDistinctValues {}
        if parameters.returnsDistinctValues { return }
        all.orderByFields = []
        let ids = try expected(rows, all).compactMap { $0.attributes["OBJECTID"]?.int }
        #expect(try await table.queryObjectIDs(using: parameters) == ids, "seed \(seed): \(parameters)")
        all.returnsGeometry = true
        let box = try expected(rows, all).compactMap { $0.geometry?.extent }.reduce(nil as Envelope?) {
            $0?.union($1) ?? $1
        }
        #expect(try await table.queryExtent(using: parameters).map(\.rounded) == box, "seed \(seed): \(parameters)")
    }
}

extension Feature {
    /// With coordinates that are eighths, as those of the service: in Protocol Buffers they are billionths of a degree.
    var rounded: Feature {
        Feature(
            attributes: attributes,
            geometry: geometry?.mapPositions(geometry?.spatialReference) {
                Position(x: ($0.x * 8).rounded() / 8, y: ($0.y * 8).rounded() / 8)
            })
    }
}

extension Envelope {
    var rounded: Envelope {
        Envelope(
            xMin: (xMin * 8).rounded() / 8, yMin: (yMin * 8).rounded() / 8, xMax: (xMax * 8).rounded() / 8,
            yMax: (yMax * 8).rounded() / 8, spatialReference: spatialReference)
    }
}
