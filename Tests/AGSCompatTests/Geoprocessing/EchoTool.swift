import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation

/// Gives back what it takes, when a gate lets it, with a report in a file.
struct EchoTool: GeoprocessingTool {
    let name = "Echo"
    let displayName = "Says it again"
    let description = "Gives back what it takes."
    let gate: Gate
    let parameters: [GeoprocessingParameterInfo]
    private let givesReport: Bool

    /// - Parameter givesReport: Whether it gives a file, which only tools can that make jobs.
    init(gate: Gate, givesReport: Bool) {
        (self.gate, self.givesReport) = (gate, givesReport)
        let report = GeoprocessingParameterInfo("Report", .dataFile, direction: .output, requirement: .derived)
        parameters = Self.inputs + Self.outputs + (givesReport ? [report] : [])
    }

    private static let types: [(String, GeoprocessingDataType)] = [
        ("Text", .string), ("Whole", .long), ("Number", .double), ("Flag", .boolean), ("Moment", .date), ("Length", .linearUnit),
        ("Places", .features), ("List", .multiValue(of: .long)), ("Area", .arealUnit),
    ]

    private static let inputs = types.map { name, type in
        GeoprocessingParameterInfo(
            name, type, description: "Some \(name).", category: "Values", requirement: name == "Text" ? .required : .optional,
            defaultValue: name == "Whole" ? .long(7) : nil, choices: name == "Text" ? ["a & b", "ü"] : [])
    }
    private static let outputs = types.map { name, type in
        GeoprocessingParameterInfo("\(name)_Out", type, direction: .output, requirement: .derived)
    }

    @concurrent func run(
        _ inputs: [String: GeoprocessingValue], in context: ToolContext
    ) async throws -> [String: GeoprocessingValue] {
        context.post("echoing")
        try await gate.pass()
        var outputs = Dictionary(uniqueKeysWithValues: inputs.map { ("\($0)_Out", $1) })
        guard givesReport else { return outputs }
        let report = context.outputFile(named: "report.txt")
        try Data("report".utf8).write(to: report)
        outputs["Report"] = .dataFile(GeoprocessingDataFile(url: report))
        return outputs
    }
}
