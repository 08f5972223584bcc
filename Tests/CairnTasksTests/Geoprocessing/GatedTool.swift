import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A tool that goes on when a test lets it.
final class GatedTool: GeoprocessingTool {
    let name = "Wait"
    let parameters = [
        GeoprocessingParameterInfo("Text", .string),
        GeoprocessingParameterInfo("Number", .long, requirement: .optional, defaultValue: .long(7)),
        GeoprocessingParameterInfo("Echo", .string, direction: .output, requirement: .derived),
        GeoprocessingParameterInfo("File", .dataFile, direction: .output, requirement: .derived),
    ]
    /// Each run stands here once it has said that it has begun.
    let gate = Gate()
    private let runs = Atomic(0)

    /// How often it has been run.
    var runCount: Int { runs.load(ordering: .relaxed) }

    @concurrent
    func run(_ inputs: [String: GeoprocessingValue], in context: ToolContext) async throws -> [String: GeoprocessingValue] {
        runs.add(1, ordering: .relaxed)
        context.post("Begun")
        context.reportProgress(0.5, "half")
        try await gate.pass()
        context.post("Careful", severity: .warning)
        guard inputs["Text"]?.string != "fail" else { throw ToolInputError.unusable(name: "Text", reason: "it says so") }
        let file = context.outputFile(named: "echo file.txt")
        try Data(repeating: 120, count: 100_000).write(to: file)
        return ["Echo": inputs["Text"] ?? .string(""), "File": .dataFile(GeoprocessingDataFile(url: file))]
    }
}
