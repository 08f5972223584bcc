import CairnCore
public import CairnTasks
import Foundation

/// A slow tool, for demonstrations and tests: it counts, with a pause after each step, and writes down what it has counted.
public struct CountdownTool: GeoprocessingTool {
    /// Its name in addresses.
    public let name = "Countdown"
    /// What it does.
    public let description = "Counts down, with a pause after each step, and writes down what it has counted."
    /// What it takes and gives.
    public let parameters = [
        GeoprocessingParameterInfo("Steps", .long, description: "How many steps, up to 10,000.", defaultValue: .long(10)),
        GeoprocessingParameterInfo(
            "Seconds", .double, description: "How long each takes, up to 3,600.", requirement: .optional, defaultValue: .double(1)
        ),
        GeoprocessingParameterInfo("Counted", .long, direction: .output, requirement: .derived),
        GeoprocessingParameterInfo("Log", .dataFile, direction: .output, requirement: .derived),
    ]

    /// The tool.
    public init() {}

    /// Does the work.
    @concurrent
    public func run(
        _ inputs: [String: GeoprocessingValue], in context: ToolContext
    ) async throws -> [String: GeoprocessingValue] {
        let steps = inputs["Steps"]?.long ?? 10
        let seconds = inputs["Seconds"]?.double ?? 1
        guard (0...10_000).contains(steps) else { throw ToolInputError.unusable(name: "Steps", reason: "it is not in 0…10000") }
        guard (0...3600).contains(seconds) else { throw ToolInputError.unusable(name: "Seconds", reason: "it is not in 0…3600") }
        var log = ""
        for step in 0..<steps {
            try Task.checkCancellation()
            context.post("\(steps - step)")
            if seconds > 0 { try await context.sleep(for: .seconds(clamping: seconds)) }
            log += "\(steps - step)\n"
            context.reportProgress(Double(step + 1) / Double(steps), "\(step + 1) of \(steps)")
        }
        let file = context.outputFile(named: "log.txt")
        try Data(log.utf8).write(to: file)
        return ["Counted": .long(steps), "Log": .dataFile(GeoprocessingDataFile(url: file))]
    }
}
