import CairnCore
import CairnTasks
import Foundation

/// One run of a tool whose client waits.
final class ToolExecution: Sendable {
    let folder: URL
    private let published: PublishedTools
    private let said = Guarded<[ToolMessage]>([])

    init(_ published: PublishedTools) throws {
        self.published = published
        folder = published.files.folder.appending(path: "executions").appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var messages: [ToolMessage] { said.read(\.self) }

    func run(
        _ tool: any GeoprocessingTool, _ inputs: [String: GeoprocessingValue]
    ) async throws -> [String: GeoprocessingValue] {
        let context = ToolContext(folder: folder, time: published.time, uploads: published.uploads) { [weak self] message in
            self?.said.change { said, _ in if said.count < ToolJob.mostMessages { said.append(message) } }
        } advance: { _ in
        }
        try await published.slots.take()
        defer { published.slots.give() }
        let outputs: [String: GeoprocessingValue]
        do {
            outputs = try await tool.run(inputs, in: context)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw ServiceFailure(code: 500, message: "Error executing tool.", details: [error.words])
        }
        // A file would have to stay for as long as its client may want it, which nobody knows.
        guard !outputs.values.contains(where: { ($0.dataFile?.url ?? $0.raster?.url)?.isFileURL ?? false }) else {
            throw ServiceFailure(
                code: 500, message: "Error executing tool.", details: ["It gives files, and has to be published for jobs."])
        }
        return outputs
    }
}
