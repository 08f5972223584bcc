import AGSCompat
import CairnCallbacks
import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Dispatch
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSGeoprocessingTests {
    let gate = Gate()

    private func server(_ type: GeoprocessingExecutionType) -> LocalServer {
        LocalServer(tools: [
            "Tools": PublishedTools([EchoTool(gate: gate, givesReport: type == .asynchronousSubmit)], executionType: type)
        ])
    }

    private static let tool = URL(string: "http://local/arcgis/rest/services/Tools/GPServer/Echo")!

    private func task(_ transport: any HTTPTransport) -> AGSGeoprocessingTask {
        AGSGeoprocessingTask(GeoprocessingTask(url: Self.tool, transport: transport))
    }

    private func parameters(_ type: AGSGeoprocessingExecutionType) async throws -> AGSGeoprocessingParameters {
        let service = try await SampleService(count: 2)
        let table = service.table()
        let places: AGSFeatureQueryResult = try await answer { table.queryFeatures(with: AGSQueryParameters(), completion: $0) }
        let parameters = AGSGeoprocessingParameters(executionType: type)
        parameters.inputs = [
            "Text": AGSGeoprocessingString(value: "a & b"), "Whole": AGSGeoprocessingLong(value: 1 << 30),
            "Number": AGSGeoprocessingDouble(value: 0.5), "Flag": AGSGeoprocessingBoolean(value: true),
            "Moment": AGSGeoprocessingDate(value: Date(timeIntervalSince1970: 1_600_000_000.25)),
            "Length": AGSGeoprocessingLinearUnit(distance: 3, geoprocessingLinearUnit: .kilometer),
            "Places": AGSGeoprocessingFeatures(featureSet: places),
            "List": AGSGeoprocessingMultiValue(values: [AGSGeoprocessingLong(value: 1), AGSGeoprocessingLong(value: 2)]),
            "Area": AGSGeoprocessingUnknownParameter(.arealUnit(GeoprocessingArealUnit(area: 2, units: .hectares))),
        ]
        return parameters
    }

    private func expectEcho(_ outputs: [String: AGSGeoprocessingParameter]) throws {
        #expect((outputs["Text_Out"] as? AGSGeoprocessingString)?.value == "a & b")
        #expect((outputs["Whole_Out"] as? AGSGeoprocessingLong)?.value == 1 << 30)
        #expect((outputs["Number_Out"] as? AGSGeoprocessingDouble)?.value == 0.5)
        #expect((outputs["Flag_Out"] as? AGSGeoprocessingBoolean)?.value == true)
        let moment = (outputs["Moment_Out"] as? AGSGeoprocessingDate)?.value.timeIntervalSince1970
        #expect(moment == 1_600_000_000.25)
        let length = try #require(outputs["Length_Out"] as? AGSGeoprocessingLinearUnit)
        #expect(length.distance == 3 && length.geoprocessingLinearUnit == .kilometer)
        let list = try #require(outputs["List_Out"] as? AGSGeoprocessingMultiValue)
        #expect(list.values.compactMap { ($0 as? AGSGeoprocessingLong)?.value } == [1, 2] && list.parameterType == .long)
        let area = try #require(outputs["Area_Out"] as? AGSGeoprocessingUnknownParameter)
        #expect(area.value.arealUnit == GeoprocessingArealUnit(area: 2, units: .hectares) && area.type == .unknown)
        let places = try #require((outputs["Places_Out"] as? AGSGeoprocessingFeatures)?.features)
        #expect(places === (outputs["Places_Out"] as? AGSGeoprocessingFeatures)?.features)
        let features = places.featureEnumerator().allObjects
        #expect(features.compactMap { $0.attributes["rank"] as? Int }.sorted() == [0, 1] && places.geometryType == .point)
        #expect(features.allSatisfy { $0.geometry is AGSPoint && $0.featureTable == nil })
    }

    // MARK: - Running

    @Test func `a tool that is waited for gives every type back`() async throws {
        gate.open()
        let job = task(server(.synchronousExecute)).geoprocessingJob(with: try await parameters(.synchronousExecute))
        let result: AGSGeoprocessingResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        try expectEcho(result.outputs)
        #expect(job.result === result && job.status == .succeeded && job.jobType == .geoprocessingJob)
        #expect(job.parameters?.inputs.count == 9 && job.url == Self.tool && result.mapImageLayer == nil)
    }

    @Test func `a tool that makes jobs has succeeded when all outputs are here`() async throws {
        gate.open()
        let job = task(server(.asynchronousSubmit)).geoprocessingJob(with: try await parameters(.asynchronousSubmit))
        let told = LegacyLog()
        let result: AGSGeoprocessingResult = try await answer { completion in
            job.start(
                statusHandler: { status in
                    told.add("\(status.rawValue) \(job.status.rawValue) \(job.result == nil)")
                }, completion: completion)
        }
        try expectEcho(result.outputs)
        #expect((result.outputs["Report"] as? AGSGeoprocessingDataFile)?.url?.lastPathComponent == "report.txt")
        #expect(told.entries.last == "3 3 false" && told.entries.count { $0.hasPrefix("3") } == 1)
        #expect(job.messages.map(\.message).contains("echoing") && !job.serverJobID.isEmpty)
    }

    /// Most of the sample "Analyze hotspots" of 100.x, and of "Viewshed".
    private final class HotspotsViewController {
        var geoprocessingTask: AGSGeoprocessingTask!
        var geoprocessingJob: AGSGeoprocessingJob!
        var progress: [String] = []
        var texts: [String] = []
        var finished: (() -> Void)?

        func analyzeHotspots(_ text: String) {
            self.geoprocessingJob?.progress.cancel()
            let params = AGSGeoprocessingParameters(executionType: .asynchronousSubmit)
            params.processSpatialReference = .webMercator()
            params.outputSpatialReference = AGSSpatialReference(wkid: 3857)
            params.inputs["Text"] = AGSGeoprocessingString(value: text)
            self.geoprocessingJob = self.geoprocessingTask.geoprocessingJob(with: params)
            self.geoprocessingJob.start(
                statusHandler: { [weak self] (status: AGSJobStatus) in
                    self?.progress.append(status == .succeeded ? "succeeded" : "under way")
                },
                completion: { [weak self] (result: AGSGeoprocessingResult?, error: Error?) in
                    if let error = error {
                        if (error as NSError).code != NSUserCancelledError { self?.texts.append(error.localizedDescription) }
                        self?.texts.append("cancelled")
                    } else if let text = result?.outputs["Text_Out"] as? AGSGeoprocessingString {
                        self?.texts.append(text.value)
                    }
                    self?.finished?()
                })
        }
    }

    @Test func `a sample of old code cancels its job and starts another, on main`() async throws {
        let controller = HotspotsViewController()
        controller.geoprocessingTask = task(server(.asynchronousSubmit))
        await withCheckedContinuation { continuation in
            controller.finished = { continuation.resume() }
            controller.analyzeHotspots("a & b")
            Task { @MainActor in
                await gate.waiting(for: 1)
                controller.geoprocessingJob.progress.cancel()
            }
        }
        #expect(controller.texts == ["cancelled"] && controller.geoprocessingJob.status == .failed)
        gate.open()
        await withCheckedContinuation { continuation in
            controller.finished = {
                #expect(CallbackQueue.isMain)
                continuation.resume()
            }
            controller.analyzeHotspots("ü")
        }
        #expect(controller.texts == ["cancelled", "ü"] && controller.progress.last == "succeeded")
    }

    @Test func `cancel waits until the server's job is cancelled, too`() async throws {
        let server = server(.asynchronousSubmit)
        let job = task(server).geoprocessingJob(with: try await parameters(.asynchronousSubmit))
        job.start(statusHandler: nil) { (_: AGSGeoprocessingResult?, _) in }
        await gate.waiting(for: 1)
        while job.serverJobID.isEmpty { await Task.yield() }
        try await done { job.cancel(completion: $0) }
        #expect(job.status == .failed && (job.error as NSError?)?.code == NSUserCancelledError && job.result == nil)
        let state = try await server.send(
            HTTPRequest(
                .get,
                Self.tool.appending(path: "jobs/\(job.serverJobID)").appending(queryItems: [
                    URLQueryItem(name: "f", value: "json")
                ])))
        #expect(String(decoding: state.body, as: UTF8.self).contains("esriJobCancelled"))
    }

    @Test func `a result that its server draws says where the map service is`() async throws {
        gate.open()
        let server = server(.asynchronousSubmit)
        let transport = StubTransport { request in
            if request.url.lastPathComponent != "GPServer" { return try await server.send(request) }
            return .json(#"{"tasks":["Echo"],"executionType":"esriExecutionTypeAsynchronous","resultMapServerName":"Town/Maps"}"#)
        }
        let job = try await job(transport, tolerance: .zero)
        let result: AGSGeoprocessingResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(
            result.mapImageLayer?.url?.absoluteString
                == "http://local/arcgis/rest/services/Town/Maps/MapServer/jobs/\(job.serverJobID)")
    }

    @Test func `features that are in a layer are fetched when they are asked for`() async throws {
        let service = try await SampleService(count: 9)
        let root = try await service.server.start()
        let layer = root.appending(path: "arcgis/rest/services/Town/FeatureServer/0")
        let elsewhere = AGSGeoprocessingFeatures(GeoprocessingFeatures(layer: layer, whereClause: "rank > 6"))
        #expect(elsewhere.features == nil && elsewhere.canFetchOutputFeatures)
        let set: any AGSFeatureSet = try await answer { elsewhere.fetchOutputFeatures(completion: $0) }
        #expect(set.featureEnumerator().allObjects.compactMap { $0.attributes["rank"] as? Int }.sorted() == [7, 8])
        #expect(set.geometryType == .point && set.spatialReference == .webMercator() && set.fields.contains { $0.name == "rank" })

        let here = AGSGeoprocessingFeatures(featureSet: set)
        #expect(!here.canFetchOutputFeatures)
        let same: any AGSFeatureSet = try await answer { here.fetchOutputFeatures(completion: $0) }
        #expect(same === set)
        await service.server.stop()
        let missing = AGSGeoprocessingFeatures(GeoprocessingFeatures(.source(.uploaded(itemID: "i1"))))
        await #expect { let _: any AGSFeatureSet = try await answer { missing.fetchOutputFeatures(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonNotFound.rawValue
        }
    }

    // MARK: - Outputs that do not come

    private func job(_ transport: any HTTPTransport, tolerance: Duration) async throws -> AGSGeoprocessingJob {
        let outage = OutagePolicy(tolerance: tolerance, backoff: Backoff(initial: .nanoseconds(1), maximum: .nanoseconds(1)))
        let parameters = GeoprocessingParameters(executionType: .asynchronousSubmit, inputs: ["Text": .string("ü")])
        return AGSGeoprocessingJob(
            try GeoprocessingTask(url: Self.tool, transport: transport).makeJob(
                parameters: parameters, configuration: JobConfiguration(outage: outage)))
    }

    private func failing(_ server: LocalServer, times: Int, status: Int) -> StubTransport {
        let count = Level(0)
        return StubTransport { request in
            if request.url.path.contains("/results/") {
                count.send(count.value + 1)
                if count.value <= times { return .json("{}", status: status) }
            }
            return try await server.send(request)
        }
    }

    @Test func `trouble while outputs are brought is ridden out`() async throws {
        gate.open()
        let job = try await job(failing(server(.asynchronousSubmit), times: 3, status: 503), tolerance: .seconds(600))
        let result: AGSGeoprocessingResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect((result.outputs["Text_Out"] as? AGSGeoprocessingString)?.value == "ü" && job.status == .succeeded)
    }

    @Test func `a job whose outputs cannot be brought has failed, and brings them when it is restored and started`() async throws
    {
        gate.open()
        let server = server(.asynchronousSubmit)
        let job = try await job(failing(server, times: .max, status: 403), tolerance: .zero)
        let told = LegacyLog()
        await #expect {
            let _: AGSGeoprocessingResult = try await answer { completion in
                job.start(statusHandler: { told.add("\($0.rawValue)") }, completion: completion)
            }
        } throws: { ($0 as NSError).domain == AGSServicesErrorDomain }
        #expect(job.status == .failed && job.error != nil && job.result == nil && told.entries.last == "4")
        #expect(!told.entries.contains("3"))

        let record = try #require(job.job.storedRecord)
        let again = AGSGeoprocessingJob(
            try Job<GeoprocessingWork>(restoring: record) { ServiceAccess(credentials: CredentialStore(), transport: server) })
        #expect(again.status == .paused && again.result == nil && again.error == nil)
        let result: AGSGeoprocessingResult = try await answer { again.start(statusHandler: nil, completion: $0) }
        #expect((result.outputs["Text_Out"] as? AGSGeoprocessingString)?.value == "ü" && again.status == .succeeded)
    }

    /// A job that has succeeded, and whose outputs are being brought until a gate opens; what its start is told, and its progress is part of another.
    private func bringing(until later: Gate) async throws -> (job: AGSGeoprocessingJob, told: Level<Int?>, parent: Progress) {
        gate.open()
        let (server, arrived) = (server(.asynchronousSubmit), Gate())
        let transport = StubTransport { request in
            if request.url.path.contains("/results/") {
                arrived.open()
                try await later.pass()
            }
            return try await server.send(request)
        }
        let (job, told, parent) = (try await job(transport, tolerance: .zero), Level<Int?>(nil), Progress(totalUnitCount: 1))
        parent.addChild(job.progress, withPendingUnitCount: 1)
        job.start(statusHandler: nil) { (_: AGSGeoprocessingResult?, error) in told.send((error as NSError?)?.code ?? 0) }
        try await arrived.pass()
        while job.job.status != .succeeded { await Task.yield() }
        #expect(job.status == .started && !job.progress.isFinished)
        return (job, told, parent)
    }

    /// How a job is cancelled.
    enum Cancellation: CaseIterable { case progress, parent, completion, deprecated }

    @Test(arguments: Cancellation.allCases)
    func `whichever way it is cancelled, the bringing of outputs ends`(way: Cancellation) async throws {
        let (job, told, parent) = try await bringing(until: Gate())
        switch way {
        case .progress: job.progress.cancel()
        case .parent: parent.cancel()
        case .completion: try await done { job.cancel(completion: $0) }
        case .deprecated: #expect(oldWay(job).cancel())
        }
        while told.value == nil { await Task.yield() }
        #expect(told.value == NSUserCancelledError && job.status == .failed && job.result == nil)
        #expect(!oldWay(job).cancel())
        // It has been cancelled.
        try await done { job.cancel(completion: $0) }
    }

    @Test func `who starts a job whose outputs are being brought gets them`() async throws {
        let later = Gate()
        let (job, told, parent) = try await bringing(until: later)
        let result: AGSGeoprocessingResult = try await answer { completion in
            job.start(statusHandler: nil, completion: completion)
            later.open()
        }
        #expect(result === job.result && job.status == .succeeded && job.progress.isFinished && parent.isFinished)
        while told.value == nil { await Task.yield() }
        #expect(told.value == 0)
    }

    @Test func `a job that was resumed by its progress gives its result to who starts it then`() async throws {
        gate.open()
        let server = server(.asynchronousSubmit)
        let record = try #require(try await job(server, tolerance: .zero).job.storedRecord)
        let restored = try Job<GeoprocessingWork>(restoring: record) {
            ServiceAccess(credentials: CredentialStore(), transport: server)
        }
        let again = AGSGeoprocessingJob(restored)
        again.progress.resume()
        _ = try await restored.output
        while again.status == .started { await Task.yield() }
        #expect(again.status == .succeeded && (again.result?.outputs["Text_Out"] as? AGSGeoprocessingString)?.value == "ü")
        let result: AGSGeoprocessingResult = try await answer { again.start(statusHandler: nil, completion: $0) }
        #expect(again.status == .succeeded && again.result === result)
    }

    // MARK: - What cannot be run

    @Test func `a job that cannot be made fails when it is started, and says why`() async throws {
        let task = task(server(.synchronousExecute))
        try await done { task.load(completion: $0) }
        let unknown = AGSGeoprocessingParameters(executionType: .unknown)
        let missing = AGSGeoprocessingParameters(executionType: .synchronousExecute)
        let wrong = AGSGeoprocessingParameters(executionType: .asynchronousSubmit)
        for (parameters, word) in [(unknown, "execution type"), (missing, "Text"), (wrong, "synchronousExecute")] {
            let job = task.geoprocessingJob(with: parameters)
            #expect(job.status == .notStarted && job.parameters == nil)
            await #expect {
                let _: AGSGeoprocessingResult = try await answer { job.start(statusHandler: nil, completion: $0) }
            } throws: { error in
                let error = error as NSError
                return error.domain == AGSErrorDomain && error.code == AGSErrorCode.commonInvalidArgument.rawValue
                    && error.localizedDescription.contains(word)
            }
            #expect(job.status == .failed && (job.error as NSError?)?.localizedDescription.contains(word) == true)
        }
    }

    @Test func `one that was kept is restored, and fails for the same reason`() async throws {
        let job = task(server(.synchronousExecute)).geoprocessingJob(with: AGSGeoprocessingParameters(executionType: .unknown))
        let again = try #require(try AGSJob.fromJSON(job.toJSON()) as? AGSJob)
        await #expect { let _: Any = try await answer { again.start(statusHandler: nil, completion: $0) } } throws: {
            ($0 as NSError).localizedDescription.contains("execution type")
        }
    }

    // MARK: - Callers

    @Test func `a job that nobody keeps brings its outputs, and is let go then`() async throws {
        let server = server(.asynchronousSubmit)
        weak var object: AGSGeoprocessingJob?
        let text = await withCheckedContinuation { continuation in
            do {
                let parameters = AGSGeoprocessingParameters(executionType: .asynchronousSubmit)
                parameters.inputs["Text"] = AGSGeoprocessingString(value: "ü")
                let job = task(server).geoprocessingJob(with: parameters)
                object = job
                job.start(statusHandler: nil) { result, _ in
                    continuation.resume(returning: (result?.outputs["Text_Out"] as? AGSGeoprocessingString)?.value)
                }
            }
            #expect(object != nil)
            gate.open()
        }
        #expect(text == "ü")
        while object != nil { await Task.yield() }
    }

    @Test func `a job started elsewhere is answered elsewhere, once, and may block there`() async throws {
        gate.open()
        let parameters = AGSGeoprocessingParameters(executionType: .synchronousExecute)
        parameters.inputs["Text"] = AGSGeoprocessingString(value: "ü")
        let shared = Carried(task(server(.synchronousExecute)))
        let job = Carried(shared.value.geoprocessingJob(with: parameters))
        let told = LegacyLog()
        let answers = await Task.detached {
            await withCheckedContinuation { continuation in
                job.value.start(
                    statusHandler: { _ in told.add("\(CallbackQueue.isMain)") },
                    completion: { (result: AGSGeoprocessingResult?, error) in
                        let answered = DispatchSemaphore(value: 0)
                        shared.value.defaultGeoprocessingParameters { _, _ in answered.signal() }
                        answered.wait()
                        continuation.resume(returning: "\(CallbackQueue.isMain) \(result != nil) \(error == nil)")
                    })
            }
        }.value
        #expect(answers == "false true true" && !told.entries.isEmpty && !told.entries.contains("true"))
    }

    // MARK: - Descriptions

    @Test func `a task tells what its tool takes, and what counts if nobody says`() async throws {
        let task = task(server(.asynchronousSubmit))
        #expect(task.geoprocessingTaskInfo == nil && task.loadStatus == .notLoaded)
        let parameters: AGSGeoprocessingParameters = try await answer { task.defaultGeoprocessingParameters(completion: $0) }
        #expect(parameters.executionType == .asynchronousSubmit && parameters.inputs.count == 4)
        #expect((parameters.inputs["Whole"] as? AGSGeoprocessingLong)?.value == 7)
        // What the tool does not say is what its type begins with.
        #expect((parameters.inputs["Text"] as? AGSGeoprocessingString)?.value == "")
        #expect((parameters.inputs["Number"] as? AGSGeoprocessingDouble)?.value == 0)
        #expect((parameters.inputs["Flag"] as? AGSGeoprocessingBoolean)?.value == false)
        let info = try #require(task.geoprocessingTaskInfo)
        #expect(
            info.name == "Echo" && info.displayName == "Says it again" && info.serviceDescription == "Gives back what it takes.")
        #expect(info.executionType == .asynchronousSubmit && info.url == Self.tool && info.helpURL == nil)
        let infos = Dictionary(uniqueKeysWithValues: info.parameterInfos.map { ($0.name, $0) })
        let text = try #require(infos["Text"])
        #expect(text.dataType == .string && text.isRequired && text.direction == .input && text.choiceList == ["a & b", "ü"])
        #expect(text.parameterDescription == "Some Text." && text.category == "Values" && text.defaultParameter == nil)
        #expect(infos["List"]?.dataType == .multiValue && infos["List"]?.multiValueDataType == .long)
        #expect(infos["Places"]?.featuresRequireGeometry == true && infos["Text"]?.multiValueDataType == .unknown)
        #expect(infos["Area"]?.dataType == .unknown && infos["Report"]?.direction == .output)
    }

    // MARK: - By HTTP

    @Test func `a job under way is restored from its JSON without anything being registered, and its file downloaded`()
        async throws
    {
        let server = server(.asynchronousSubmit)
        let root = try await server.start()
        let task = AGSGeoprocessingTask(url: root.appending(path: "arcgis/rest/services/Tools/GPServer/Echo"))
        let parameters = AGSGeoprocessingParameters(executionType: .asynchronousSubmit)
        parameters.inputs["Text"] = AGSGeoprocessingString(value: "ü")
        let first = task.geoprocessingJob(with: parameters)
        first.start(statusHandler: nil) { (_: AGSGeoprocessingResult?, _) in }
        await gate.waiting(for: 1)
        while first.serverJobID.isEmpty { await Task.yield() }
        first.progress.pause()
        while first.status != .paused { await Task.yield() }
        let json = try PropertyListSerialization.data(fromPropertyList: first.toJSON(), format: .xml, options: 0)

        let second = try #require(
            try AGSJob.fromJSON(PropertyListSerialization.propertyList(from: json, format: nil)) as? AGSGeoprocessingJob)
        #expect(second.status == .paused && second.serverJobID == first.serverJobID && second.parameters?.inputs.count == 1)
        #expect(throws: (any Error).self) { try AGSSyncGeodatabaseJob.fromJSON(first.toJSON()) }
        gate.open()
        let result: AGSGeoprocessingResult = try await answer { second.start(statusHandler: nil, completion: $0) }
        let report = try #require(result.outputs["Report"] as? AGSGeoprocessingDataFile)
        let place = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).txt")
        defer { try? FileManager.default.removeItem(at: place) }
        let file: URL = try await answer { report.download(toFileURL: place, completion: $0) }
        #expect(try file == place && String(contentsOf: place, encoding: .utf8) == "report")
        first.progress.cancel()
        await server.stop()
    }
}
