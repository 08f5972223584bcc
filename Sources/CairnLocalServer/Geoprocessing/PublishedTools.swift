import CairnCore
import CairnGeo
public import CairnTasks
public import Foundation

/// Tools that a ``LocalServer`` publishes: what runs, how, and where jobs are kept.
///
/// ```swift
/// let tools = PublishedTools([CountdownTool()], folder: folder)
/// let server = LocalServer(tools: ["Demo": tools])
/// ```
///
/// Jobs are kept in the folder: a server that is started again knows those that have ended, runs those that waited, and says of those that were
/// under way that they have failed. It keeps the last 1,000 that have ended.
public struct PublishedTools: Sendable {
    /// What people read of the service.
    public var description = ""
    let tools: [any GeoprocessingTool]
    let executionType: GeoprocessingExecutionType
    let jobs: ToolJobs
    let slots: Slots
    let uploads: UploadStore
    let files: ToolJobFiles
    let time: ElapsedTime
    private let folder: ToolFolder

    /// Tools.
    ///
    /// - Parameters:
    ///   - tools: The tools, each with a name of its own.
    ///   - executionType: Whether clients wait for results, or make jobs.
    ///   - folder: Where jobs and uploads are kept, for one server alone; nil is a temporary folder, which goes with them.
    ///   - maximumRunning: How many run at once. The others wait.
    ///   - clock: Time for the tools' delays.
    public init(
        _ tools: [any GeoprocessingTool], executionType: GeoprocessingExecutionType = .asynchronousSubmit, folder: URL? = nil,
        maximumRunning: Int = 2, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(tools, executionType, folder, maximumRunning, clock) {}
    }

    /// - Parameters:
    ///   - storageLimit: How many bytes the files of jobs that have ended may take: beyond them the oldest go first. nil for any number.
    ///   - admission: What a job that was submitted waits for before it waits for its turn.
    package init(
        _ tools: [any GeoprocessingTool], _ executionType: GeoprocessingExecutionType, _ folder: URL?, _ maximumRunning: Int,
        _ clock: any Clock<Duration>, storageLimit: Int? = nil, admission: @escaping @Sendable () async -> Void
    ) {
        (self.tools, self.executionType, time) = (tools, executionType, ElapsedTime(clock))
        let place = ToolFolder(folder)
        (self.folder, files) = (place, ToolJobFiles(folder: place.url))
        (slots, uploads) = (Slots(maximumRunning), UploadStore(place.url.appending(path: "uploads")))
        jobs = ToolJobs(tools, files, slots, time, uploads, storageLimit, admission)
    }

    /// Opens the folder, so that what is wrong with it is told before anybody is answered, and goes on with jobs that waited.
    ///
    /// - Throws: ``ToolFolderInUse``, `SystemError` and what `FileManager` throws.
    @concurrent
    public func load() async throws { try await jobs.open() }

    /// Stops all that runs. Jobs stay in the folder, for the next server.
    @concurrent
    public func close() async { await jobs.close() }

    func tool(named name: String) -> (any GeoprocessingTool)? {
        tools.first { $0.name == name } ?? tools.first { $0.name.lowercased() == name.lowercased() }
    }
}

/// Where jobs are kept; one that nobody has named goes when it is not needed any more, and if its process was killed, when the next is made.
final class ToolFolder: Sendable {
    let url: URL
    private let temporary: TemporaryFolder?

    init(_ url: URL?) {
        temporary = url == nil ? try? TemporaryFolder() : nil
        // Where none can be made, opening it tells why.
        self.url =
            url ?? temporary?.url ?? FileManager.default.temporaryDirectory.appending(path: "cairn-tools-\(UUID().uuidString)")
    }
}
