import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// Answers what is asked of exports: begins them, tells how they stand, and gives what they have made.
struct TileExportAnswer {
    private let tiles: PublishedTiles
    private let tool: any GeoprocessingTool

    init(_ tiles: PublishedTiles, _ tool: any GeoprocessingTool) { (self.tiles, self.tool) = (tiles, tool) }

    private var isEstimate: Bool { tool.name == TileExportTool.Product.sizeEstimate.rawValue }

    /// - Parameter path: What follows the operation, or the service.
    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        switch (path.first?.lowercased(), path.count) {
        case (nil, 0), ("submitjob", 1): return try await submit(request)
        case ("jobs", 2...): return try await job(path[1], Array(path.dropFirst(2)), request)
        default: throw ServiceFailure.noOperation(path.joined(separator: "/"))
        }
    }

    private func submit(_ request: ServiceRequest) async throws -> ServiceAnswer {
        guard tiles.allowsExport else {
            throw ServiceFailure(
                code: 400, message: "Unable to complete operation.", details: ["The service does not let its tiles be exported."])
        }
        let inputs = try ToolInputs.read(tool, request)
        _ = try TileExportPlan(inputs, try await tiles.source.info, tiles.form)
        let job = try await tiles.exports.jobs.submit(tool, inputs, ToolInputs.remarks(tool, request))
        guard tiles.isHosted else {
            return ServiceAnswer(["jobId": .string(job.id), "jobStatus": .string(job.state.rawValue)])
        }
        let type = tiles.form == .vectors ? "Vector Tile Service" : "Map Service"
        return ServiceAnswer([
            "id": .string(job.id), "jobId": .string(job.id), "itemId": .string(job.id), "type": .string(type), "url": .null,
            "name": .string(request.path.dropLast(2).last ?? ""), "status": "success", "message": "success",
        ])
    }

    private func job(_ id: String, _ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        let (job, progress) = try await tiles.exports.jobs.job(id, of: tool)
        switch (path.first?.lowercased(), path.count) {
        case (nil, 0) where tiles.isHosted: return try await hosted(job, progress, request)
        case ("results", 2): return try await result(path[1], of: job, request)
        case ("scratch", 1): return try await folder(of: job, request)
        default: return try await ToolJobAnswer(tiles.exports, tool).answer(id, path, request)
        }
    }

    /// - Parameter count: How many steps of the path follow the job.
    private static func address(_ request: ServiceRequest, without count: Int) -> String {
        request.contextAddress + "/rest/" + request.path.dropLast(count).map(\.asPath).joined(separator: "/")
    }

    /// What a job has made: the value itself, or the name of a file.
    private func output(of job: ToolJob) async throws -> (value: JSONValue, file: String?) {
        let value = try await tiles.exports.jobs.result(TileExportTool.output, of: job).value["value"] ?? .null
        return (value, value["scratch"]?.string)
    }

    /// Of images the address of the folder with the file, of vector tiles that of the file.
    private func result(_ name: String, of job: ToolJob, _ request: ServiceRequest) async throws -> ServiceAnswer {
        guard name.lowercased() == TileExportTool.output else {
            return try await ToolJobAnswer(tiles.exports, tool).answer(job.id, ["results", name], request)
        }
        var (value, file) = try await output(of: job)
        if let file {
            let folder = Self.address(request, without: 2) + "/scratch"
            value = .string(tiles.form == .vectors ? "\(folder)/\(file.asPath)" : folder)
        }
        return ServiceAnswer(["paramName": .string(TileExportTool.output), "dataType": "GPString", "value": value])
    }

    /// What is in the folder of a job.
    private func folder(of job: ToolJob, _ request: ServiceRequest) async throws -> ServiceAnswer {
        guard let file = try await output(of: job).file else { throw ServiceFailure.notFound("Folder of job \(job.id)") }
        let address = Self.address(request, without: 1) + "/scratch/\(file.asPath)"
        let json: JSONValue = ["folders": [], "files": [["name": .string(file), "url": .string(address)]]]
        return ServiceAnswer(json, page: ServicePage(title: "Files", links: [(file, address)], json: json))
    }

    /// As ArcGIS Online tells it.
    private func hosted(_ job: ToolJob, _ progress: ToolProgress?, _ request: ServiceRequest) async throws -> ServiceAnswer {
        var members: [String: JSONValue] = [
            "jobId": .string(job.id), "type": .string(tool.name.uppercased()), "jobStatus": .string(job.state.rawValue),
            "message": .string(job.messages.first { $0.severity == .error }?.text ?? job.messages.last?.text ?? ""),
            "startTime": .integer(Int(rounding: job.submitted.timeIntervalSince1970 * 1000) ?? 0),
            "numTiles": .integer(progress?.done ?? 0), "estimatedNumTiles": .integer(progress?.all ?? 0),
        ]
        if job.state == .succeeded {
            let (value, file) = try await output(of: job)
            if isEstimate {
                members["estimatedTilesSize"] = value["totalSize"]
                members["estimatedNumTiles"] = value["totalTilesToExport"]
            }
            if let file {
                let address = JSONValue.string(Self.address(request, without: 0) + "/scratch/\(file.asPath)")
                members["output"] = ["outputUrl": tiles.form == .vectors ? [address] : address, "itemId": .string(job.id)]
            }
        }
        let json = JSONValue.object(members)
        return ServiceAnswer(json, page: ServicePage(title: "Job \(job.id)", json: json))
    }

    /// A name for a file on any system.
    static func fileName(_ name: String, _ form: PublishedTiles.Form) -> String {
        let plain = name.unicodeScalars.prefix(60).map { scalar in
            ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
        }
        return (plain.isEmpty ? "tiles" : String(plain)) + (form == .vectors ? ".vtpk" : ".tpkx")
    }
}
