import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GeoprocessingJobTests {
    @Test func `a job has its tool run, and its results are fetched when they are asked for`() async throws {
        let site = ToolSite()
        let job = try site.job()
        let result = try await job.run()
        #expect(result.outputNames == ["Echo", "File"] && result.outputs.isEmpty)
        let before = site.server.requestCount
        #expect(try await result.output(named: "echo") == .string("hello"))
        #expect(site.server.requestCount == before + 1)
        #expect(try await result.allOutputs().count == 2)
        await #expect(throws: GeoprocessingError.noOutput(name: "Other", known: ["Echo", "File"])) {
            try await result.output(named: "Other")
        }
    }

    @Test func `what the server says becomes messages, each once`() async throws {
        let site = ToolSite()
        let job = try site.job()
        let result = try await job.run()
        let texts = job.messages.filter { $0.source == .service }.map(\.text)
        #expect(texts == ["Submitted.", "Begun", "Careful", "Succeeded."])
        #expect(result.messages.map(\.text) == texts && result.messages[2].severity == .warning)
    }

    @Test func `messages come while the tool is at it, and not again after a restart`() async throws {
        let site = ToolSite(isOpen: false)
        site.admission.open()
        let store = MemoryJobStore()
        let job = try site.job(store: store)
        try job.start()
        for await message in job.messageUpdates where message.text == "Begun" { break }
        for await progress in job.progressUpdates where progress >= 50 { break }
        job.pause()
        for await status in job.statuses where status == .paused { break }
        try await job.settle()
        let restored = try Job<GeoprocessingWork>(
            restoring: JobRecord(json: job.record.json), configuration: ToolSite.configuration()
        ) { site.access }
        #expect(restored.serverJobIDs == job.serverJobIDs && restored.serverJobIDs.count == 1)
        try restored.start()
        site.tool.gate.open()
        _ = try await restored.output
        let texts = restored.messages.filter { $0.source == .service }.map(\.text)
        #expect(texts == ["Submitted.", "Begun", "Careful", "Succeeded."] && site.tool.runCount == 1)
    }

    @Test func `more jobs than the server runs at once are all carried out`() async throws {
        let site = ToolSite(running: 1)
        let jobs = try (0..<4).map { try site.job("\($0)") }
        for job in jobs { try job.start() }
        for (number, job) in jobs.enumerated() {
            #expect(try await job.output.output(named: "Echo") == .string("\(number)"))
        }
    }

    @Test func `the file of a result is fetched to disk`() async throws {
        let site = ToolSite()
        let result = try await site.job().run()
        let file = try #require(try await result.output(named: "File").dataFile)
        #expect(file.url?.absoluteString.contains("echo%20file.txt") == true)
        let place = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).txt")
        defer { try? FileManager.default.removeItem(at: place) }
        try await file.download(to: place, transport: site.server)
        #expect(try Data(contentsOf: place).count == 100_000)
    }

    @Test func `it keeps what every job promises`() async throws {
        let site = ToolSite()
        let contract = JobWorkContract<GeoprocessingWork>(
            isSame: { try await $0.output(named: "Echo") == $1.output(named: "Echo") && $0.outputNames == $1.outputNames },
            make: { (try site.work(), site.access) })
        try await contract.verify()
    }

    @Test func `so does one of a tool that is executed`() async throws {
        let site = ToolSite(type: .synchronousExecute)
        let contract = JobWorkContract<GeoprocessingWork>(
            isSame: { $0.outputs == $1.outputs },
            make: {
                (
                    GeoprocessingWork(task: try ServiceURL(Self.plain), parameters: Self.number),
                    ServiceAccess(credentials: CredentialStore(), transport: Self.executing)
                )
            })
        try await contract.verify()
        _ = site
    }

    private static let plain = URL(string: "http://localhost/X/GPServer/Plain")!
    private static let number = GeoprocessingParameters(executionType: .synchronousExecute, inputs: ["N": .long(2)])
    private static let executing = StubTransport { request in
        #expect(request.url.lastPathComponent == "execute" && request.form["N"] == "2")
        return .json(
            #"{"results":[{"paramName":"M","dataType":"GPLong","value":4}],"messages":[{"type":"esriJobMessageTypeWarning","description":"w"}]}"#
        )
    }

    @Test func `a finished job tells its result again without a server`() async throws {
        let site = ToolSite()
        let job = try site.job(store: MemoryJobStore())
        _ = try await job.run()
        let count = site.server.requestCount
        let restored = try Job<GeoprocessingWork>(restoring: JobRecord(json: job.record.json)) { site.access }
        #expect(try await restored.output.outputNames == ["Echo", "File"])
        #expect(site.server.requestCount == count)
    }

    @Test func `a tool that fails on the server fails the job in the server's words`() async throws {
        let site = ToolSite()
        let job = try site.job("fail")
        await #expect {
            try await job.run()
        } throws: { "\($0)".contains("has failed on the server: Careful Text cannot be used: it says so. Failed.") }
        #expect(job.record.failure?.isRetryable == false)
        // Retried, another one is submitted.
        try job.retry()
        _ = await job.result
        #expect(site.tool.runCount == 2)
    }

    @Test func `states that nobody knows are waited out, and progress that cannot be read is passed over`() async throws {
        let states = ["esriJobSubmitting", "esriJobPondering", "JobExecuting", "esriJobSucceeded"]
        let asked = Counter()
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "submitJob" { return .json(#"{"jobId":"j","jobStatus":"esriJobNew"}"#) }
            let state = states[min(asked.next(), 3)]
            return .json(
                #"{"jobId":"j","jobStatus":"\#(state)","results":{},"messages":[],"progress":{"percent":"soon"}}"#)
        }
        let work = GeoprocessingWork(
            task: try ServiceURL(Self.plain), parameters: GeoprocessingParameters(executionType: .asynchronousSubmit))
        let access = ServiceAccess(credentials: CredentialStore(), transport: transport)
        let result = try await Job(work, services: access, configuration: ToolSite.configuration()).run()
        #expect(result.outputNames.isEmpty && asked.count == 4)
    }

    @Test func `an address or an input with a secret in it makes no job`() throws {
        let url = URL(string: "http://localhost/GPServer/T?token=hush")!
        let task = GeoprocessingTask(url: Self.plain)
        var parameters = GeoprocessingParameters(executionType: .asynchronousSubmit)
        for value in [
            GeoprocessingValue.dataFile(GeoprocessingDataFile(url: url)), .features(GeoprocessingFeatures(layer: url)),
            .multiValue([.raster(GeoprocessingRaster(.url(url)))]),
        ] {
            parameters.inputs["Input"] = value
            #expect { try task.makeJob(parameters: parameters) } throws: {
                !"\($0)".contains("hush") && "\($0)".contains("token")
            }
        }
        #expect(throws: ServiceURL.HoldsSecret.self) {
            try GeoprocessingTask(url: url).makeJob(parameters: GeoprocessingParameters(executionType: .asynchronousSubmit))
        }
    }
}
