import Cairn
import Foundation

/// `cairn build-locator`: CSV to a locator file.
enum BuildLocatorCommand: Command {
    static let name = "build-locator"
    static let summary = "build a locator file from CSV tables"
    static let help = """
        Usage: cairn build-locator INPUT.csv... -o FILE [options]

        Builds a locator file. What a table holds is told by its header:
          addresses   number, street, lon, lat; perhaps city, state, postcode, country, name
          ranges      from, to, street, geometry (a LINESTRING); perhaps interpolation (odd, even, all), city, …
          places      name, lon, lat; perhaps admin1, admin2, cc, category
        Rows that cannot be used are left out and named.

          -o, --output FILE  where the locator goes
          --name NAME        what it is called (default: FILE's name)
          --country CC       the country of rows that do not say, by its two letters
          --map ROLE=COLUMN  say which column holds what; roles are
                             \(LocatorTable.Role.allCases.map(\.rawValue).joined(separator: ", "))
          --json             a summary as JSON on standard output
        """
    static let options = (valued: Set(["-o", "--output", "--name", "--country", "--map"]), flags: Set(["--json"]))

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard !arguments.operands.isEmpty else { throw UsageError(reason: "name the tables to build from.") }
        guard let path = arguments["-o"] ?? arguments["--output"] else { throw UsageError(reason: "-o FILE is missing.") }
        let map = try roles(arguments)
        let tables = try arguments.operands.map { try LocatorTable(detecting: URL(filePath: $0), map: map) }
        let output = URL(filePath: path)
        let name = arguments["--name"] ?? output.deletingPathExtension().lastPathComponent
        let line = ProgressLine("Building \(name)")
        let builder = LocatorBuilder(name: name, defaultCountry: arguments["--country"] ?? "")
        let report: LocatorBuilder.Report
        do {
            defer { line.close() }
            report = try builder.build(tables, to: output) { line.update($0 * 100) }
        }
        for problem in report.problems { Console.error("left out: \(problem)") }
        if report.unusable > report.problems.count {
            Console.error("left out: \(report.unusable - report.problems.count) more rows")
        }
        show(report, output, isJSON: arguments.has("--json"))
        return .done
    }

    private static func roles(_ arguments: Arguments) throws -> [LocatorTable.Role: String] {
        var roles: [LocatorTable.Role: String] = [:]
        for (name, column) in try arguments.pairs("--map") {
            guard let role = LocatorTable.Role(rawValue: name.lowercased()) else {
                throw UsageError(reason: "there is no role \"\(name)\".")
            }
            roles[role] = column
        }
        return roles
    }

    private static func show(_ report: LocatorBuilder.Report, _ output: URL, isJSON: Bool) {
        if isJSON {
            Console.json([
                "rows": .integer(report.rows), "addresses": .integer(report.addresses), "ranges": .integer(report.ranges),
                "streets": .integer(report.streets), "places": .integer(report.places), "unusable": .integer(report.unusable),
                "output": .string(output.path),
            ])
        } else {
            Console.print(
                "\(report.addresses) addresses, \(report.ranges) ranges, \(report.streets) streets, \(report.places) places"
                    + " → \(output.path)")
        }
    }
}
