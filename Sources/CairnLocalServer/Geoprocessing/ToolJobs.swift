import CairnCore
import CairnTasks
import Dispatch
import Foundation

/// The jobs of a service: made, run, cancelled and kept. Its files block, so it has a queue of its own.
actor ToolJobs {
    private let executor = QueueExecutor("cairn.tool-jobs")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// What is kept of jobs that have ended; the oldest go first.
    static let mostEnded = 1000
    /// So many may wait and run; others are refused.
    static let mostOpen = 10_000

    private let tools: [any GeoprocessingTool]
    private let files: ToolJobFiles
    private let slots: Slots
    private let time: ElapsedTime
    private let uploads: UploadStore
    /// How many bytes the files of jobs that have ended may take.
    private let storageLimit: Int?
    /// What a job waits for before it comes from being submitted to waiting.
    private let admission: @Sendable () async -> Void
    private var jobs: [String: ToolJob] = [:]
    private var progress: [String: ToolProgress] = [:]
    private var tasks: [String: Task<Void, Never>] = [:]
    private var claim: FileDescriptor?
    private var isOpen = false
    private var isClosed = false

    init(
        _ tools: [any GeoprocessingTool], _ files: ToolJobFiles, _ slots: Slots, _ time: ElapsedTime,
        _ uploads: UploadStore, _ storageLimit: Int?, _ admission: @escaping @Sendable () async -> Void
    ) {
        (self.tools, self.files, self.slots, self.time) = (tools, files, slots, time)
        (self.uploads, self.storageLimit, self.admission) = (uploads, storageLimit, admission)
    }

    deinit {
        for task in tasks.values { task.cancel() }
    }

    /// Finds what an earlier server has left: what waited runs, and what was under way has failed.
    func open() throws {
        if isOpen { return }
        claim = try files.claim()
        for job in try files.all() {
            jobs[job.id] = job
            if job.state.isFinished { continue }
            switch job.state {
            case .executing: settle(job.id, .failed, [ToolMessage(Self.interrupted, .error)])
            case .cancelling: settle(job.id, .cancelled, [ToolMessage(Self.cancelled)])
            default: begin(job.id)
            }
        }
        isOpen = true
    }

    private static let interrupted = "The server was stopped while this job was under way. Submit it again."
    private static let cancelled = "Cancelled."

    /// Stops all that runs, as the end of the process does: the next server finds it.
    func close() async {
        isClosed = true
        let stopped = tasks
        tasks = [:]
        for task in stopped.values { task.cancel() }
        for task in stopped.values { await task.value }
        claim = nil
    }

    /// - Parameter remarks: What its client is told at first.
    func submit(
        _ tool: any GeoprocessingTool, _ inputs: [String: GeoprocessingValue], _ remarks: [ToolMessage]
    ) throws -> ToolJob {
        try open()
        guard !isClosed, jobs.count - ended.count < Self.mostOpen else { throw AnswerMemory.Full() }
        makeRoom()
        let id = "j" + UUID().uuidString.replacing("-", with: "").lowercased()
        var job = ToolJob(id: id, tool: tool.name, inputs: inputs, submitted: Date())
        for message in [ToolMessage("Submitted.")] + remarks { job.add(message) }
        do { try files.make(job) } catch {
            files.remove(id)
            throw error
        }
        jobs[id] = job
        begin(id)
        return job
    }

    /// A job of a tool.
    func job(_ id: String, of tool: any GeoprocessingTool) throws -> (job: ToolJob, progress: ToolProgress?) {
        try open()
        guard let job = jobs[id], job.tool == tool.name else { throw ServiceFailure.notFound("Job \(id.printable(upTo: 60))") }
        return (job, progress[id])
    }

    /// What a job has given by that name, in any case of letters.
    func result(_ name: String, of job: ToolJob) throws -> (name: String, value: JSONValue) {
        let known = job.outputs.first { $0 == name } ?? job.outputs.first { $0.lowercased() == name.lowercased() }
        guard let known, let value = try files.result(known, of: job.id) else {
            throw ServiceFailure.notFound("Result \(name.printable(upTo: 60)) of job \(job.id)")
        }
        return (known, value)
    }

    /// Cancels what waits or runs; all else is refused, as servers do.
    func cancel(_ id: String, of tool: any GeoprocessingTool) throws -> ToolJob {
        let (job, _) = try job(id, of: tool)
        guard [.waiting, .executing].contains(job.state) else {
            throw ServiceFailure(code: 400, message: "Invalid or missing input parameters.")
        }
        change(id) { $0.state = .cancelling }
        tasks[id]?.cancel()
        return jobs[id] ?? job
    }

    func context(of id: String) -> ToolContext {
        ToolContext(folder: files.scratch(of: id), time: time, uploads: uploads) { [weak self] message in
            self?.noted { $0.jobs[id]?.add(message) }
        } advance: { [weak self] progress in
            self?.noted { $0.progress[id] = progress }
        }
    }

    /// In the order in which it is told, and before the tool has ended: both go through this actor's queue.
    private nonisolated func noted(_ change: @escaping @Sendable (isolated ToolJobs) -> Void) {
        executor.queue.async { self.assumeIsolated { change($0) } }
    }

    private func begin(_ id: String) {
        let (slots, admission) = (slots, admission)
        tasks[id] = Task { [weak self] in
            await admission()
            guard await self?.reach(.waiting, id) == true else { return }
            let outcome: Result<[String: GeoprocessingValue], any Error>
            do {
                try await slots.take()
                defer { slots.give() }
                guard let run = await self?.run(id) else { return }
                outcome = .success(try await run())
            } catch {
                outcome = .failure(error)
            }
            await self?.end(id, outcome)
        }
    }

    /// Brings a job on, unless it is being cancelled or this is closed.
    private func reach(_ state: GeoprocessingJobState, _ id: String) -> Bool {
        guard !isClosed, let job = jobs[id], !job.state.isFinished else { return false }
        if job.state != .cancelling { change(id) { $0.state = state } }
        return true
    }

    /// The work of a job whose turn it is.
    private func run(_ id: String) -> (@Sendable () async throws -> [String: GeoprocessingValue])? {
        guard reach(.executing, id), let job = jobs[id] else { return nil }
        guard let tool = tools.first(where: { $0.name == job.tool }) else {
            let name = job.tool
            return { throw ServiceFailure.notFound("Tool \(name)") }
        }
        let context = context(of: id)
        return { try await tool.run(job.inputs, in: context) }
    }

    private func end(_ id: String, _ outcome: Result<[String: GeoprocessingValue], any Error>) {
        // What ends because this was closed has not ended.
        guard !isClosed, let job = jobs[id] else { return }
        tasks[id] = nil
        if job.state == .cancelling { return settle(id, .cancelled, [ToolMessage(Self.cancelled)]) }
        do {
            let outputs = try outcome.get()
            for (name, value) in outputs {
                try files.save(ToolOutput.stored(value, in: files.scratch(of: id)), name, of: id)
            }
            change(id) { $0.outputs = outputs.keys.sorted() }
            settle(id, .succeeded, [ToolMessage("Succeeded.")])
        } catch {
            let words = (error as? ServiceFailure)?.message ?? error.words
            settle(id, .failed, [ToolMessage(words, .error), ToolMessage("Failed.", .error)])
        }
    }

    private func settle(_ id: String, _ state: GeoprocessingJobState, _ messages: [ToolMessage]) {
        progress[id] = nil
        change(id) { job in
            messages.forEach { job.add($0) }
            (job.state, job.ended) = (state, Date())
        }
    }

    private func change(_ id: String, _ change: (inout ToolJob) -> Void) {
        guard var job = jobs[id] else { return }
        change(&job)
        do { try files.save(job) } catch { job.add(ToolMessage("Not kept: \(error.words)", .warning)) }
        jobs[id] = job
    }

    private var ended: [ToolJob] { jobs.values.filter(\.state.isFinished) }

    /// The oldest that have ended go first: those that are too many, and those whose files take too much.
    private func makeRoom() {
        guard storageLimit != nil || ended.count >= Self.mostEnded else { return }
        var ended = ended.sorted { $0.ended ?? $0.submitted < $1.ended ?? $1.submitted }[...]
        while ended.count >= Self.mostEnded { forget(ended.removeFirst()) }
        guard let storageLimit else { return }
        let sizes = ended.map { files.size(of: $0.id) }
        var sum = sizes.reduce(0, +)
        for (job, size) in zip(ended, sizes) where sum > storageLimit {
            forget(job)
            sum -= size
        }
    }

    private func forget(_ job: ToolJob) {
        jobs[job.id] = nil
        files.remove(job.id)
    }
}
