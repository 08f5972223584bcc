import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation

/// A Local Server with tools, asked as clients ask.
struct GPSite {
    let server: LocalServer
    let service = URL(string: "http://localhost/arcgis/rest/services/Tools/GPServer")!

    init(_ tools: PublishedTools) {
        server = LocalServer(tools: ["Tools": tools])
    }

    func response(_ path: String, _ fields: [String: String] = [:], headers: [String: String] = [:]) async throws -> HTTPResponse
    {
        let url = path.isEmpty ? service : service.appending(path: path)
        return try await server.send(.form(url, fields.merging(["f": "json"]) { own, _ in own }, headers: headers))
    }

    func json(_ path: String, _ fields: [String: String] = [:]) async throws -> JSONValue {
        try JSONValue(parsing: try await response(path, fields).body)
    }

    /// The id of a job that was submitted.
    func submit(_ tool: String, _ fields: [String: String] = [:]) async throws -> String {
        try await json("\(tool)/submitJob", fields)["jobId"]?.string ?? ""
    }

    /// How a job stands, once that is what it is.
    func job(_ id: String, of tool: String, is states: String...) async throws -> JSONValue {
        while true {
            let json = try await json("\(tool)/jobs/\(id)")
            if json["error"] != nil || states.contains(json["jobStatus"]?.string ?? "") { return json }
            await Task.yield()
        }
    }
}

/// A tool that goes on when a test lets it.
struct Waiting: GeoprocessingTool {
    let name = "Wait here"
    let parameters = [
        GeoprocessingParameterInfo("Text", .string, choices: ["a", "b"]),
        GeoprocessingParameterInfo("Size", .double, requirement: .optional),
        GeoprocessingParameterInfo("Input", .features, requirement: .optional),
        GeoprocessingParameterInfo("Out", .string, direction: .output, requirement: .derived),
        GeoprocessingParameterInfo("Count", .long, direction: .output, requirement: .derived),
        GeoprocessingParameterInfo("File", .dataFile, direction: .output, requirement: .derived),
    ]
    let gate = Gate()

    @concurrent
    func run(_ inputs: [String: GeoprocessingValue], in context: ToolContext) async throws -> [String: GeoprocessingValue] {
        context.reportProgress(0.25, "a quarter")
        try await gate.pass()
        var outputs: [String: GeoprocessingValue] = ["Out": inputs["Text"] ?? .string("")]
        if let input = inputs["Input"]?.features {
            outputs["Count"] = .long(try await context.features(of: input).features.count)
        }
        let folder = context.folder.appending(path: "sub")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "my file.txt")
        try Data("0123456789".utf8).write(to: file)
        try Data().write(to: folder.appending(path: "\u{301}x"))
        outputs["File"] = .dataFile(GeoprocessingDataFile(url: file))
        return outputs
    }
}
