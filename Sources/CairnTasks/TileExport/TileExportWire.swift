import CairnCore
import CairnGeo
import Foundation

/// An operation of a tiled service that makes a job, as it is on the wire.
struct TileExportWire: ServerJobWire {
    let client: ServiceClient
    /// `exportTiles` or `estimateExportTilesSize`.
    let operation: String
    /// Where its jobs are: services of images have them below the operation, those of vector tiles below themselves.
    let jobs: String
    let fields: [String: String]

    /// Of images.
    init(images client: ServiceClient, _ operation: String, _ fields: [String: String]) {
        (self.client, self.operation, self.fields) = (client, operation, fields)
        jobs = "\(operation)/jobs"
    }

    /// Of vector tiles.
    init(vectors client: ServiceClient, _ fields: [String: String]) {
        (self.client, self.fields) = (client, fields)
        (operation, jobs) = ("exportTiles", "jobs")
    }

    var name: String { URL.withoutQuery(client.url) }

    func submit() async throws -> String { try await client.submit(operation, fields) }

    func status(of jobID: String) async throws -> GeoprocessingJobStatus {
        try await client.jobStatus("\(jobs)/\(jobID)", ["returnMessages": "true"], of: jobID)
    }

    func cancel(_ jobID: String) async throws -> GeoprocessingJobStatus {
        try await client.jobStatus("\(jobs)/\(jobID)/cancel", [:], of: jobID)
    }

    /// What a job has given.
    ///
    /// - Parameter status: How it ended.
    /// - Throws: ``TileExportError/noOutput(service:)``; what the service throws.
    func output(of jobID: String, _ status: GeoprocessingJobStatus) async throws -> AnswerPart {
        if let output = status.output { return output }
        // One that does not say what there is has what all have.
        let place =
            status.outputs.map { $0["out_service_url"] ?? $0.sorted { $0.key < $1.key }.first?.value }
            ?? "results/out_service_url"
        guard let place else { throw TileExportError.noOutput(service: name) }
        let target = "\(jobs)/\(jobID)/\(place)"
        let answer = AnswerPart(try await client.ask(target), of: client.url.appending(path: target))
        guard let value = try answer.optional("value") else { throw TileExportError.noOutput(service: name) }
        return value
    }

    /// Where the file is that a job has made: at the address that it gives, or in the folder there.
    ///
    /// - Throws: ``TileExportError/noOutput(service:)``; what the service throws.
    func file(of jobID: String, _ status: GeoprocessingJobStatus) async throws -> URL {
        let value = try await output(of: jobID, status)
        guard let text = value.json.string ?? value.json.array?.lazy.compactMap(\.string).first, let url = address(text) else {
            throw TileExportError.noOutput(service: name)
        }
        return Self.isFile(url) ? url : try await file(in: url)
    }

    /// Folders have no extensions; the address of a file that is signed has much behind it.
    private static func isFile(_ url: URL) -> Bool {
        ["tpkx", "tpk", "vtpk", "zip"].contains(url.pathExtension.lowercased())
    }

    private func file(in folder: URL) async throws -> URL {
        let part = AnswerPart(
            try await ServiceClient(url: folder, transport: client.transport, credential: client.credentials).ask(""), of: folder)
        let files = try part.optional("files")?.list() ?? []
        let addresses = files.compactMap { file -> URL? in
            // A name, or a whole address; one that leads up from here is neither.
            if let text = file.json.string {
                return Self.isOneStep(text) ? folder.appending(path: text) : text.contains("://") ? address(text) : nil
            }
            if let text = file.json["url"]?.string { return address(text) }
            guard let name = file.json["name"]?.string, Self.isOneStep(name) else { return nil }
            return folder.appending(path: name)
        }
        guard let url = addresses.first(where: Self.isFile) ?? addresses.first else {
            throw TileExportError.noOutput(service: name)
        }
        return url
    }

    private static func isOneStep(_ text: String) -> Bool { text.isOneStep && !text.contains(":") }

    private func address(_ text: String) -> URL? {
        guard let url = URL(string: text, relativeTo: client.url)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased()),
            url.host() != nil
        else { return nil }
        return url
    }
}
