import CairnGeo
import CairnTesting
import Foundation
import Testing

/// Queries by chance, against a model that looks at each feature.
@Suite(.serialized)
struct GeodatabaseQueryTests {
    private func make(_ type: GeometryType?, seed: UInt64, _ file: GeodatabaseFile) async throws -> (QueryModel, Geodatabase) {
        var random = SeededGenerator(seed: seed)
        let features = (1...150).map { QueryModel.feature($0 * 3, type, &random) }
        let geodatabase = try await Geodatabase.create(at: file.url)
        try await geodatabase.transaction { editor in
            try editor.createTable(QueryModel.definition(type))
            try editor.add(features, to: "Things")
        }
        return (QueryModel(features: features), geodatabase)
    }

    private func parameters(
        _ type: GeometryType?, _ random: inout SeededGenerator
    ) -> (QueryParameters, QueryModel.Condition) {
        let condition = QueryModel.Condition.random(&random)
        var parameters = QueryParameters(whereClause: condition.text)
        func sometimes(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
        if sometimes(6) {
            parameters.objectIDs = (0..<Int.random(in: 0..<200, using: &random)).map { _ in .random(in: 0...500, using: &random) }
        }
        if type != nil, !sometimes(3) {
            parameters.geometry = GridShape.filter(&random)
            parameters.spatialRelationship = SpatialRelationship.allCases.randomElement(using: &random)!
        }
        if sometimes(4) {
            let start = Int.random(in: -10..<110, using: &random)
            parameters.timeExtent = TimeExtent(
                start: sometimes(4) ? nil : QueryModel.day(start), end: sometimes(4) ? nil : QueryModel.day(start + 20))
        }
        if sometimes(2) {
            let fields = ["KIND", "RANK", "SHARE", "BEGAN"].shuffled(using: &random).prefix(2)
            parameters.orderByFields = fields.map { OrderBy.Key($0, isDescending: .random(using: &random)) }
        }
        if sometimes(3) { parameters.resultOffset = .random(in: 0...100, using: &random) }
        if sometimes(3) { parameters.maxFeatures = .random(in: 0...60, using: &random) }
        return (parameters, condition)
    }

    @Test(arguments: GeometryType.allCases.map { Optional($0) } + [nil])
    func `what is asked for is what a look at each feature finds`(type: GeometryType?) async throws {
        let file = try GeodatabaseFile()
        let (model, geodatabase) = try await make(type, seed: 7, file)
        let table = try geodatabase.table(named: "things")
        var random = SeededGenerator(seed: 11)
        for round in 0..<rounds(120, long: 5000) {
            let (parameters, condition) = parameters(type, &random)
            let chosen = try model.chosen(parameters, condition)
            let page = model.page(chosen, parameters)
            let found = try await table.queryFeatures(using: parameters).featureSet()
            #expect(found.features == page, "\(round): \(parameters)")
            #expect(try await table.queryFeatureCount(using: parameters) == chosen.count, "\(round): \(parameters)")
            #expect(try await table.queryObjectIDs(using: parameters) == chosen.map(model.id), "\(round): \(parameters)")
            guard type != nil else { continue }
            let extent = chosen.compactMap { $0.geometry?.extent }.reduce(nil) { box, other in box?.union(other) ?? other }
            #expect(try await table.queryExtent(using: parameters) == extent)
        }
        try await geodatabase.close()
    }

    @Test func `statistics are those of the chosen features, by groups`() async throws {
        let file = try GeodatabaseFile()
        let (model, geodatabase) = try await make(.point, seed: 3, file)
        let table = try geodatabase.table(named: "Things")
        var random = SeededGenerator(seed: 5)
        let query = StatisticsQuery([Statistic(.sum, of: "RANK"), Statistic(.count, of: "SHARE", named: "n")], groupBy: ["KIND"])
        for _ in 0..<60 {
            var (parameters, condition) = parameters(.point, &random)
            (parameters.orderByFields, parameters.resultOffset, parameters.maxFeatures) = ([], 0, nil)
            let groups = Dictionary(grouping: try model.chosen(parameters, condition)) { $0.attributes["KIND"]?.text ?? "" }
            let expected = groups.sorted { $0.key < $1.key }.map { kind, features in
                let ranks = features.compactMap { $0.attributes["RANK"]?.int }
                return Attributes([
                    ("KIND", kind.isEmpty ? AttributeValue.null : .string(kind)),
                    ("sum_RANK", ranks.isEmpty ? .null : .integer(ranks.reduce(0, +))),
                    ("n", .integer(features.count { $0.attributes["SHARE"] != .null })),
                ])
            }
            #expect(try await table.queryStatistics(query, using: parameters) == expected)
        }
        var parameters = QueryParameters()
        parameters.orderByFields = [OrderBy.Key("n", isDescending: true)]
        parameters.maxFeatures = 2
        let rows = try await table.queryStatistics(query, using: parameters)
        #expect(rows.count == 2 && (rows[0]["n"]?.int ?? 0) >= (rows[1]["n"]?.int ?? 0))
    }

    @Test func `distinct values come once each, and only fields that are named`() async throws {
        let file = try GeodatabaseFile()
        let (model, geodatabase) = try await make(.point, seed: 3, file)
        let table = try geodatabase.table(named: "Things")
        var parameters = QueryParameters()
        (parameters.returnsDistinctValues, parameters.outFields) = (true, ["kind", "RANK"])
        let found = try await table.queryFeatures(using: parameters).featureSet()
        let expected = Set(model.features.map { "\($0.attributes["KIND"]!.text)|\($0.attributes["RANK"]!.text)" })
        #expect(
            found.features.map { "\($0.attributes["KIND"]!.text)|\($0.attributes["RANK"]!.text)" }.sorted() == expected.sorted())
        #expect(found.features.allSatisfy { $0.geometry == nil && $0.attributes.names == ["KIND", "RANK"] })
        #expect(try await table.queryFeatureCount(using: parameters) == expected.count)
        parameters.outFields = []
        await #expect(throws: WhereClauseError.self) { try await table.queryFeatures(using: parameters) }
    }

    @Test func `fields are given as they are named, the object id first, and geometries only if wanted`() async throws {
        let file = try GeodatabaseFile()
        let (model, geodatabase) = try await make(.point, seed: 3, file)
        let table = try geodatabase.table(named: "Things")
        var parameters = QueryParameters(objectIDs: [3, 6])
        (parameters.outFields, parameters.returnsGeometry) = (["share", "objectid", "SHARE", "Kind"], false)
        let found = try await table.queryFeatures(using: parameters)
        #expect(found.fields.map(\.name) == ["OBJECTID", "SHARE", "KIND"] && found.geometryType == nil)
        let features = try await found.featureSet().features
        #expect(features.map(\.attributes.names) == [["OBJECTID", "SHARE", "KIND"], ["OBJECTID", "SHARE", "KIND"]])
        #expect(features[1].attributes["SHARE"] == model.features[1].attributes["SHARE"] && features[1].geometry == nil)
        parameters.outFields = ["SHAR"]
        await #expect {
            try await table.queryFeatures(using: parameters)
        } throws: {
            ($0 as? WhereClauseError)?.reason == .unknownField
        }
    }

    @Test func `coordinates are given in the reference that is asked for, and filters are read in theirs`() async throws {
        let file = try GeodatabaseFile()
        let (model, geodatabase) = try await make(.point, seed: 3, file)
        let table = try geodatabase.table(named: "Things")
        var parameters = QueryParameters()
        parameters.outSpatialReference = .webMercator
        let found = try await table.queryFeatures(using: parameters)
        #expect(found.spatialReference == .webMercator)
        for (feature, original) in zip(try await found.featureSet().features, model.features) {
            #expect(try feature.geometry == original.geometry?.projected(to: .webMercator))
        }
        let box = Envelope(xMin: -4.5, yMin: -4.5, xMax: 4.5, yMax: 4.5, spatialReference: .wgs84)
        parameters.geometry = .envelope(box)
        let inDegrees = try await table.queryObjectIDs(using: parameters)
        parameters.geometry = try Geometry.envelope(box).projected(to: .webMercator)
        #expect(try await table.queryObjectIDs(using: parameters) == inDegrees && !inDegrees.isEmpty)
        parameters.outSpatialReference = SpatialReference(wkid: 2056)
        await #expect(throws: GeometryError.self) { try await table.queryFeatures(using: parameters) }
        parameters.geometry = .point(MapPoint(x: 1, y: 1, spatialReference: SpatialReference(wkid: 2056)))
        await #expect(throws: GeometryError.self) { try await table.queryFeatureCount(using: parameters) }
    }

    @Test func `what a table cannot answer is refused in words`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(FeatureTableDefinition("Rows", fields: [Field("N", type: .integer)]))
        var parameters = QueryParameters()
        parameters.geometry = .point(MapPoint(x: 1, y: 2))
        await #expect(throws: GeodatabaseError.noGeometries(table: "Rows")) { try await table.queryFeatures(using: parameters) }
        await #expect(throws: GeodatabaseError.noGeometries(table: "Rows")) {
            try await table.queryExtent(using: QueryParameters())
        }
        parameters = QueryParameters()
        parameters.timeExtent = TimeExtent(.now)
        await #expect(throws: GeodatabaseError.noTime(table: "Rows")) { try await table.queryFeatures(using: parameters) }
        await #expect(throws: WhereClauseError.self) {
            try await table.queryFeatures(using: QueryParameters(whereClause: "N = (SELECT 1)"))
        }
    }

    @Test func `a filter whose coordinates are no numbers is refused, and an empty one finds nothing`() async throws {
        let file = try GeodatabaseFile()
        let (_, geodatabase) = try await make(.polygon, seed: 3, file)
        let table = try geodatabase.table(named: "Things")
        var parameters = QueryParameters()
        parameters.geometry = .polyline(Polyline(paths: [[Position(x: .nan, y: 1), Position(x: 2, y: 2)]]))
        await #expect(throws: GeometryError.self) { try await table.queryFeatureCount(using: parameters) }
        parameters.geometry = .polygon(Geometry.Polygon(rings: []))
        #expect(try await table.queryFeatureCount(using: parameters) == 0)
    }

    #if os(Linux) || os(macOS)
        @Test(.timeLimit(.minutes(5))) func `what GEOS computes for a query ends with the query`() async throws {
            let file = try GeodatabaseFile()
            let (_, geodatabase) = try await make(.polygon, seed: 9, file)
            let table = try geodatabase.table(named: "Things")
            // Valid, and of edges of which each lies near a quarter of the others: hours.
            let ring = (0..<1_000_000).map { index in
                let (angle, radius) = (-2 * Double.pi * Double(index) / 1_000_000, index % 2 == 0 ? 100 : 0.01)
                return Position(x: radius * cos(angle), y: radius * sin(angle))
            }
            var parameters = QueryParameters()
            parameters.geometry = .polygon(Geometry.Polygon(rings: [ring], spatialReference: .wgs84))
            let asked = parameters
            let queries: [@Sendable () async throws -> Void] = [
                { _ = try await table.queryFeatures(using: asked) }, { _ = try await table.queryFeatureCount(using: asked) },
            ]
            for query in queries {
                let began = Gate()
                let task = Task {
                    began.open()
                    try await query()
                }
                try await began.pass()
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 150)
            try await geodatabase.close()
        }
    #endif
}
