import CairnCore
import CairnTasks
import Foundation

/// Answers what is asked of one job.
struct ToolJobAnswer {
    private let published: PublishedTools
    private let tool: any GeoprocessingTool

    init(_ published: PublishedTools, _ tool: any GeoprocessingTool) {
        (self.published, self.tool) = (published, tool)
    }

    /// - Parameter path: What follows the job's id.
    func answer(_ id: String, _ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        let (job, progress) = try await published.jobs.job(id, of: tool)
        switch (path.first?.lowercased(), path.count) {
        case (nil, 0): return page(job, progress, request)
        case ("cancel", 1): return ServiceAnswer(try await published.jobs.cancel(id, of: tool).esriJSON(nil))
        case ("results", 2): return try await result(path[1], of: job, request)
        case ("inputs", 2): return try input(path[1], of: job)
        case ("scratch", 2...): return try ServedFile(file(Array(path.dropFirst()), of: job)).answer(request)
        default: throw ServiceFailure.noOperation(path.joined(separator: "/"))
        }
    }

    private func page(_ job: ToolJob, _ progress: ToolProgress?, _ request: ServiceRequest) -> ServiceAnswer {
        let json = job.esriJSON(progress, withMessages: request["returnMessages"]?.lowercased() != "false")
        let links = (job.state == .succeeded ? job.outputs : []).map { ($0, request.address(below: "results/\($0)")) }
        return ServiceAnswer(json, page: ServicePage(title: "Job \(job.id)", links: links, json: json))
    }

    private func result(_ name: String, of job: ToolJob, _ request: ServiceRequest) async throws -> ServiceAnswer {
        let (known, value) = try await published.jobs.result(name, of: job)
        let type = tool.parameters.first { $0.name == known }?.dataType
        // The address of the job is what comes before "/results/NAME".
        let root = request.contextAddress + "/rest/" + request.path.dropLast(2).map(\.asPath).joined(separator: "/") + "/scratch/"
        return ServiceAnswer(
            try ToolOutput.answer(known, value, type: type, files: root, request, reference: "outSR"))
    }

    private func input(_ name: String, of job: ToolJob) throws -> ServiceAnswer {
        guard let (known, value) = job.inputs.first(where: { $0.key.lowercased() == name.lowercased() }) else {
            throw ServiceFailure.notFound("Input \(name.printable(upTo: 60)) of job \(job.id)")
        }
        let type = tool.parameters.first { $0.name == known }?.dataType ?? value.dataType
        return ServiceAnswer([
            "paramName": .string(known), "dataType": .string(type.rawValue), "value": value.esriJSON,
        ])
    }

    /// A file that the tool has made, and none outside its folder.
    private func file(_ path: [String], of job: ToolJob) throws -> URL {
        let isPlain = path.allSatisfy { $0 != ".." && $0 != "." && !$0.unicodeScalars.contains { $0 == "/" || $0 == "\0" } }
        let folder = published.files.scratch(of: job.id)
        let file = path.reduce(folder) { $0.appending(component: $1) }
        let root = folder.resolvingSymlinksInPath().path + "/"
        guard isPlain, file.resolvingSymlinksInPath().path.hasPrefix(root) else {
            throw ServiceFailure.notFound("File \(path.joined(separator: "/").printable(upTo: 60))")
        }
        return file
    }
}
