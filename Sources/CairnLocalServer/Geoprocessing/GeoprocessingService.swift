import CairnCore
import CairnTasks
import Foundation

/// A GPServer over any tools.
struct GeoprocessingService: RESTService {
    let kind = LocalServer.Kind.gpServer
    private let name: String
    private let published: PublishedTools

    init(_ name: String, _ published: PublishedTools) {
        (self.name, self.published) = (name, published)
    }

    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        guard let first = path.first else { return metadata(request) }
        if first.lowercased() == "uploads" {
            return try await UploadAnswer(published.uploads).answer(Array(path.dropFirst()), request)
        }
        guard let tool = published.tool(named: first) else { throw ServiceFailure.notFound("Task \(first.printable(upTo: 60))") }
        let rest = Array(path.dropFirst())
        let isSynchronous = published.executionType == .synchronousExecute
        switch rest.first?.lowercased() {
        case nil: return task(tool, request)
        case "execute" where rest.count == 1 && isSynchronous: return try await execute(tool, request)
        case "submitjob" where rest.count == 1 && !isSynchronous:
            let job = try await published.jobs.submit(
                tool, ToolInputs.read(tool, request), ToolInputs.remarks(tool, request))
            return ServiceAnswer(["jobId": .string(job.id), "jobStatus": .string(job.state.rawValue)])
        case "jobs" where rest.count > 1:
            return try await ToolJobAnswer(published, tool).answer(rest[1], Array(rest.dropFirst(2)), request)
        default: throw ServiceFailure.noOperation(rest.joined(separator: "/"))
        }
    }

    private func metadata(_ request: ServiceRequest) -> ServiceAnswer {
        let json: JSONValue = [
            "currentVersion": .number(ServicesDirectory.version), "serviceDescription": .string(published.description),
            "tasks": .array(published.tools.map { .string($0.name) }),
            "executionType": .string(published.executionType.esriName), "resultMapServerName": "",
            "maximumRecords": 100_000, "capabilities": "Uploads",
        ]
        let links = published.tools.map { ($0.displayName, request.address(below: $0.name)) }
        return ServiceAnswer(json, page: ServicePage(title: "\(name) (GPServer)", links: links, json: json))
    }

    private func task(_ tool: any GeoprocessingTool, _ request: ServiceRequest) -> ServiceAnswer {
        let json = tool.info(published.executionType).esriJSON
        return ServiceAnswer(json, page: ServicePage(title: tool.displayName, json: json))
    }

    /// Runs a tool while its client waits; it ends with the request.
    private func execute(_ tool: any GeoprocessingTool, _ request: ServiceRequest) async throws -> ServiceAnswer {
        let inputs = try ToolInputs.read(tool, request)
        let run = try ToolExecution(published)
        let outputs = try await run.run(tool, inputs)
        let results = try tool.parameters.compactMap { parameter in
            try outputs[parameter.name].map { value in
                try ToolOutput.answer(
                    parameter.name, ToolOutput.stored(value, in: run.folder), type: parameter.dataType,
                    files: "", request, reference: "env:outSR")
            }
        }
        let messages = ToolInputs.remarks(tool, request) + run.messages
        return ServiceAnswer(["results": .array(results), "messages": .array(messages.map(\.esriJSON))])
    }
}
