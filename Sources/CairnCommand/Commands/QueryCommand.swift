import Cairn
import CairnCore
import Foundation

/// `cairn query`: features of a layer or a file.
enum QueryCommand: Command {
    static let name = "query"
    static let summary = "ask for features of a service or a file"
    static let usage = ["FILE.gpkg|FILE.geojson|URL [options]"]
    static let discussion = """
        Prints the features of a table: of a GeoPackage, of GeoJSON, or of a layer of a service, such as https://host/arcgis/rest/services/Town/FeatureServer/0. With --json each is one line of GeoJSON, in WGS 84.
        """
    static var remarks: String { CommandCredentials.help }
    static let options =
        FeatureSourceOption.options + [
            CommandOption("--order", "o", "A,B DESC", "their order; by default by object id"),
            CommandOption("--max", "n", "N", "at most N features, or with --ids ids (default 100, of ids all; 0 for all)"),
            CommandOption("--skip", nil, "N", "leave out the first N features or ids"),
            CommandOption("--count", nil, nil, "only how many there are"),
            CommandOption("--ids", nil, nil, "only their object ids"),
            CommandOption("--extent", nil, nil, "only the rectangle around them"),
            CommandOption(
                "--statistic", "s", "KIND:FIELD",
                "a statistic: \(Statistic.Kind.allCases.map(\.rawValue).joined(separator: ", ")); may be repeated"),
            CommandOption("--group-by", "g", "A,B,…", "statistics for each combination of values of these fields"),
            .json,
        ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let source = try FeatureSourceOption.source(arguments)
        try arguments.expectNoOperands(after: 1)
        let parameters = try parameters(arguments)
        let statistics = try statistics(arguments)
        let kinds = ["--count", "--ids", "--extent"].filter(arguments.has) + (statistics == nil ? [] : ["--statistic"])
        if kinds.count > 1 { throw UsageError(reason: "\(kinds[0]) and \(kinds[1]) exclude each other.") }
        let notice = WaitingNotice(source.server)
        let table = try await notice.during { try await FeatureServices.standard.table(source) }
        let isJSON = arguments.isJSON
        switch kinds.first {
        case "--count": show(count: try await notice.during { try await table.queryFeatureCount(using: parameters) }, isJSON)
        case "--ids":
            let isWhole = ["--order", "--max", "--skip"].allSatisfy { arguments[$0] == nil }
            var asked = parameters
            if arguments["--max"] == nil { asked.maxFeatures = nil }
            let chosen = asked
            show(
                ids: try await notice.during { try await isWhole ? table.queryObjectIDs(using: chosen) : ids(table, chosen) },
                isJSON)
        case "--extent": show(extent: try await notice.during { try await table.queryExtent(using: parameters) }, isJSON)
        case "--statistic":
            show(try await notice.during { try await table.queryStatistics(statistics!, using: parameters) }, isJSON)
        default:
            if isJSON, source.server == nil { try expectReference(await table.definition()) }
            try await show(table, parameters, isJSON, notice)
        }
        return .done
    }

    private static func parameters(_ arguments: Arguments) throws -> QueryParameters {
        var parameters = try FeatureSourceOption.parameters(arguments)
        if let order = arguments["--order"] { parameters.orderByFields = try OrderBy(order).keys }
        let most = try arguments.int("--max") ?? 100
        parameters.maxFeatures = most == 0 ? nil : most
        parameters.resultOffset = try arguments.int("--skip") ?? 0
        return parameters
    }

    /// Of a service each answer tells.
    private static func expectReference(_ table: FeatureTableDefinition) throws {
        guard table.hasGeometry, table.spatialReference == nil else { return }
        throw UsageError(
            reason: "\(table.name.printable()) has no spatial reference, and --json is GeoJSON, in WGS 84. Leave --json out.")
    }

    private static func statistics(_ arguments: Arguments) throws -> StatisticsQuery? {
        let list = try arguments.all("--statistic").map { text in
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw UsageError(reason: "--statistic \(text.printable()) is not KIND:FIELD, such as sum:POP.")
            }
            guard let kind = Statistic.Kind(rawValue: parts[0].lowercased()) else {
                throw UsageError(unknown: "statistic", parts[0], among: Statistic.Kind.allCases.map(\.rawValue))
            }
            return Statistic(kind, of: parts[1])
        }
        let groups = arguments["--group-by"]?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        if list.isEmpty, !groups.isEmpty { throw UsageError(reason: "--group-by wants a --statistic.") }
        return list.isEmpty ? nil : StatisticsQuery(list, groupBy: groups)
    }

    // MARK: - Output

    private static func show(
        _ table: any FeatureTable, _ parameters: QueryParameters, _ isJSON: Bool, _ notice: WaitingNotice
    ) async throws {
        var parameters = parameters
        if isJSON { parameters.outSpatialReference = .wgs84 }
        let asked = parameters
        let found = try await notice.during { try await table.queryFeatures(using: asked) }
        var lines = FeatureLines(found.fields, hasGeometry: found.hasGeometry)
        var (iterator, count) = (found.makeAsyncIterator(), 0)
        while let features = try await notice.during({ try await iterator.nextBatch() }) {
            count += features.count
            if isJSON { for feature in features { Console.json(try FeatureJSON(feature).json) } } else { lines.show(features) }
            if Console.loss != nil { return }
        }
        guard !isJSON else { return }
        if count == 0 { return Console.note("No feature meets that.") }
        if count == parameters.maxFeatures {
            Console.note("The first \(count); --max 0 shows all of them, and --count says how many there are.")
        }
    }

    private static func show(_ rows: [Attributes], _ isJSON: Bool) {
        if isJSON { return rows.forEach { Console.json($0.esriJSON) } }
        var lines = FeatureLines(rows.first.map { $0.names.map { Field($0) } } ?? [], hasGeometry: false)
        if !rows.isEmpty { lines.show(rows.map { Feature(attributes: $0) }) }
    }

    /// The ids of some features, in their order: neither that nor paging counts where all ids are listed.
    private static func ids(_ table: any FeatureTable, _ parameters: QueryParameters) async throws -> [Int] {
        let field = try await table.definition().objectIDField
        var parameters = parameters
        (parameters.outFields, parameters.returnsGeometry) = ([field], false)
        let features = try await table.queryFeatures(using: parameters).featureSet().features
        return features.compactMap { $0.objectID(field) }
    }

    private static func show(ids: [Int], _ isJSON: Bool) {
        for id in ids { if isJSON { Console.json(["objectId": .integer(id)]) } else { Console.print("\(id)") } }
    }

    private static func show(count: Int, _ isJSON: Bool) {
        if isJSON { Console.json(["count": .integer(count)]) } else { Console.print("\(count)") }
    }

    private static func show(extent: Envelope?, _ isJSON: Bool) {
        guard let box = extent else {
            return isJSON ? Console.json(["extent": .null]) : Console.note("None of them has a place.")
        }
        if isJSON { return Console.json(["extent": Geometry.envelope(box).esriJSON]) }
        Console.print([box.xMin, box.yMin, box.xMax, box.yMax].map { "\($0)" }.joined(separator: ","))
    }
}

extension FeatureSource {
    /// The service that is asked; nil for a file.
    fileprivate var server: String? {
        if case .service(let service) = self { "\(service)".printable() } else { nil }
    }
}
