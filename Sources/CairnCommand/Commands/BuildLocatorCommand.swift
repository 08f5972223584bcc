import Cairn
import Foundation

/// `cairn build-locator`: CSV to a locator file.
enum BuildLocatorCommand: Command {
    static let name = "build-locator"
    static let summary = "build a locator file from CSV tables"
    static let usage = ["INPUT.csv... -o FILE [options]"]
    static let discussion = """
        Builds a locator file. What a table holds is told by its header:

          addresses   number, street, lon, lat; perhaps city, state, postcode, country, name
          ranges      from, to, street, geometry (a LINESTRING); perhaps interpolation (odd, even, all), city, …
          places      name, lon, lat; perhaps admin1, admin2, cc, category

        Rows that cannot be used are left out, and the first ten named. - is standard input, and as FILE standard output. Interrupted, it leaves nothing.
        """
    static let options = [
        CommandOption("--output", "o", "FILE", "where the locator goes"),
        CommandOption("--name", nil, "NAME", "what it is called (default: FILE's name)"),
        CommandOption("--country", "c", "CC", "the country of rows that do not say, by its two letters"),
        CommandOption(
            "--map", "m", "ROLE=COLUMN",
            "say which column holds what; may be repeated; roles are "
                + LocatorTable.Role.allCases.map(\.rawValue).joined(separator: ", ")),
        .json,
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard !arguments.operands.isEmpty else { throw UsageError(reason: "name the tables to build from.") }
        guard let path = arguments["--output"] else { throw UsageError(reason: "-o FILE is missing.") }
        if path == "-", arguments.isJSON {
            throw UsageError(reason: "--json and -o - exclude each other: both want standard output.")
        }
        let map = try roles(arguments)
        let country = try CountryOption.value(arguments)
        let files = arguments.operands.filter { $0 != "-" }.map { URL(filePath: $0) }
        let readsInput = arguments.operands.contains("-")
        guard arguments.operands.count - files.count <= 1 else {
            throw UsageError(reason: "standard input can be read once only.")
        }
        if path == "-" {
            try FileIdentity.expectOutput(notAmong: files)
        } else {
            try FileIdentity.expect(URL(filePath: path), notAmong: files, readsInput: readsInput)
        }
        let sent = try path == "-" ? PipedFile("standard-output.locator") : nil
        let output = sent?.url ?? FileIdentity.resolved(URL(filePath: path))
        let piped = try arguments.operands.filter { $0 == "-" || FileIdentity.isPipe(URL(filePath: $0)) }.map(PipedFile.input)
        let inputs = files.filter { !FileIdentity.isPipe($0) } + piped.map(\.url)
        let tables = try inputs.map { input in
            try TableHeader.expect(map.values, in: input)
            return try LocatorTable(detecting: input, map: map)
        }
        let name = arguments["--name"] ?? (sent == nil ? output.deletingPathExtension().lastPathComponent : "Locator")
        let builder = LocatorBuilder(name: name, defaultCountry: country)
        let report = try await build(tables, by: builder, to: output, isJSON: arguments.isJSON)
        withExtendedLifetime(piped) {}
        for line in RowProblems(report.problems, count: report.unusable).lines { Console.error(line) }
        try sent?.send()
        show(report, sent == nil ? output.path : "-", isJSON: arguments.isJSON)
        return .done
    }

    private static func build(
        _ tables: [LocatorTable], by builder: LocatorBuilder, to output: URL, isJSON: Bool
    ) async throws -> LocatorBuilder.Report {
        do {
            return try await FileBuilding.run(builder.name, isJSON: isJSON) {
                try builder.build(tables, to: output, progress: $0)
            }
        } catch let error as LocatorError {
            if case .empty(let problems, let count) = error {
                for line in RowProblems(problems, count: count).lines { Console.error(line) }
            }
            throw error
        }
    }

    private static func roles(_ arguments: Arguments) throws -> [LocatorTable.Role: String] {
        var roles: [LocatorTable.Role: String] = [:]
        for (name, column) in try arguments.pairs("--map") {
            guard let role = LocatorTable.Role(rawValue: name.lowercased()) else {
                throw UsageError(unknown: "role", name, among: LocatorTable.Role.allCases.map(\.rawValue))
            }
            roles[role] = column
        }
        return roles
    }

    private static func show(_ report: LocatorBuilder.Report, _ output: String, isJSON: Bool) {
        // What goes to standard output is the locator, then.
        let text =
            "\(report.addresses) addresses, \(report.ranges) ranges, \(report.streets) streets, \(report.places) places"
        guard output != "-" else { return Console.note(text) }
        if isJSON {
            Console.json([
                "event": "summary", "rows": .integer(report.rows), "addresses": .integer(report.addresses),
                "ranges": .integer(report.ranges),
                "streets": .integer(report.streets), "places": .integer(report.places), "unusable": .integer(report.unusable),
                "output": .string(output),
            ])
        } else {
            Console.print("\(text) → \(output.printable())")
        }
    }
}
