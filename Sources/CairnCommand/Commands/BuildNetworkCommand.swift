import Cairn
import Foundation

/// `cairn build-network`: OpenStreetMap, or tables, to a road-network file.
enum BuildNetworkCommand: Command {
    static let name = "build-network"
    static let summary = "build a road-network file from OpenStreetMap or CSV"
    static let usage = ["MAP.osm.pbf -o FILE [options]", "NODES.csv EDGES.csv -o FILE [options]"]
    static let discussion = """
        Builds the file that routes are found in. From OpenStreetMap it takes the roads, who may use them and how fast, and the turns that are
        forbidden; from tables

          nodes   id, lon, lat
          edges   from, to, millimetres, milliseconds; perhaps oneway (0, 1, -1), class, name, ref, via_lon_lat

        Each kind of travel takes as much time and room. Interrupted, it leaves nothing.
        """
    static let options = [
        CommandOption("--output", "o", "FILE", "where the network goes"),
        CommandOption("--name", nil, "NAME", "what it is called (default: FILE's name)"),
        CommandOption(
            "--travel", nil, "KIND",
            "what it is for; may be repeated (default: all): " + TravelKind.allCases.map(\.word).joined(separator: ", ")),
        .json,
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let path = arguments["--output"] else { throw UsageError(reason: "-o FILE is missing.") }
        let inputs = arguments.operands.map { URL(filePath: $0) }
        let source = try source(inputs)
        try FileIdentity.expect(URL(filePath: path), notAmong: inputs, readsInput: false)
        let output = FileIdentity.resolved(URL(filePath: path))
        var builder = RoadNetworkBuilder(name: arguments["--name"] ?? output.deletingPathExtension().lastPathComponent)
        builder.kinds = try kinds(arguments)
        let report = try await FileBuilding.run(builder.name, isJSON: arguments.isJSON) { [builder] progress in
            try await builder.build(source, to: output, progress: progress)
        }
        show(report, output.path, isJSON: arguments.isJSON)
        return .done
    }

    private static func source(_ inputs: [URL]) throws -> RoadNetworkBuilder.Source {
        switch inputs.count {
        case 1 where inputs[0].pathExtension.lowercased() != "csv": return .openStreetMap(inputs[0])
        case 2: return .tables(nodes: inputs[0], edges: inputs[1])
        default: throw UsageError(reason: "name a map in PBF format, or a table of nodes and one of edges.")
        }
    }

    private static func kinds(_ arguments: Arguments) throws -> [TravelKind] {
        let kinds = try arguments.all("--travel").map { word in
            guard let kind = TravelKind.allCases.first(where: { $0.word == word.lowercased() }) else {
                throw UsageError(unknown: "kind of travel", word, among: TravelKind.allCases.map(\.word))
            }
            return kind
        }
        return kinds.isEmpty ? TravelKind.allCases : TravelKind.allCases.filter(kinds.contains)
    }

    private static func show(_ report: RoadNetworkBuilder.Report, _ output: String, isJSON: Bool) {
        if isJSON {
            return Console.json([
                "event": "summary", "junctions": .integer(report.vertices), "roads": .integer(report.edges),
                "turnRestrictions": .integer(report.turnRestrictions),
                "turnRestrictionsOverWays": .integer(report.turnRestrictionsOverWays),
                "otherTurnRestrictions": .integer(report.otherTurnRestrictions), "cutRoads": .integer(report.cutRoads),
                "barriers": .integer(report.barriers), "output": .string(output),
            ])
        }
        Console.print(
            "\(report.edges) roads between \(report.vertices) junctions, \(report.turnRestrictions) turn restrictions → \(output.printable())"
        )
        let left = report.turnRestrictionsOverWays + report.otherTurnRestrictions
        if left > 0 { Console.print("\(left) turn restrictions were left out: over several roads, at certain hours, or unclear") }
    }
}
