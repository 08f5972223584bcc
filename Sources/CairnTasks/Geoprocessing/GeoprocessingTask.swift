public import CairnCore
public import Foundation
import Synchronization

/// One tool of a geoprocessing service.
///
/// ```swift
/// let task = GeoprocessingTask(url: serviceURL.appending(path: "Viewshed"))
/// var parameters = try await task.makeDefaultParameters()
/// parameters.inputs["Height"] = .double(20)
/// let result = try await task.makeJob(parameters: parameters).run()
/// print(result.outputNames)
/// ```
///
/// It loads itself when first asked. Every operation throws what loading throws: ``ServiceError`` and ``TransportError`` if the service fails, or
/// its answer does not say what it must; `CancellationError` if the calling task is cancelled.
public final class GeoprocessingTask: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// Its address, such as `…/GPServer/Viewshed`.
    public var url: URL { wire.client.url }
    let wire: GeoprocessingWire
    private let loaded = Mutex<GeoprocessingTaskInfo?>(nil)

    /// A tool.
    ///
    /// - Parameters:
    ///   - url: Its address, such as `…/rest/services/Elevation/GPServer/Viewshed`.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        wire = GeoprocessingWire(client: ServiceClient(url: url, transport: transport, credential: credential))
    }

    /// What the tool says of itself; nil until loaded.
    public var info: GeoprocessingTaskInfo? { loaded.withLock(\.self) }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let info = try await wire.info()
        loaded.withLock { $0 = info }
    }

    /// What the service says of itself, such as which other tools it has.
    @concurrent
    public func serviceInfo() async throws -> GeoprocessingServiceInfo { try await wire.serviceInfo() }

    /// Parameters with the values that count if nobody gives others.
    @concurrent
    public func makeDefaultParameters() async throws -> GeoprocessingParameters {
        let info = try await whenLoaded()
        let defaults = info.inputs.compactMap { input in input.defaultValue.map { (input.name, $0) } }
        var parameters = GeoprocessingParameters(
            executionType: info.executionType, inputs: Dictionary(defaults) { first, _ in first })
        parameters.know(parameters.inputs.values)
        return parameters
    }

    /// Runs a tool that does its work while its caller waits. It is asked once.
    ///
    /// - Throws: ``GeoprocessingError/wrongExecutionType(task:is:)`` for a tool that makes jobs,
    ///   ``GeoprocessingError/missingInputs(task:names:)``, ``GeoprocessingError/unknownInputs(task:names:known:)``;
    ///   ``GeoprocessingError/outcomeUnknown(task:reason:)`` if the answer is lost.
    @concurrent
    public func execute(using parameters: GeoprocessingParameters) async throws -> GeoprocessingResult {
        let info = try await whenLoaded()
        guard info.executionType == .synchronousExecute else {
            throw GeoprocessingError.wrongExecutionType(task: info.name, is: info.executionType)
        }
        try info.verify(parameters)
        let answer = try await wire.execute(parameters)
        let result = GeoprocessingStoredResult(
            answer.outputs, answer.1.suffix(GeoprocessingStoredResult.mostMessages).map(\.message))
        return GeoprocessingResult(result, parameters, wire)
    }

    /// A job, not yet started, that runs the tool, whichever way that has.
    ///
    /// It asks with the transport and the credentials of this task. The record names the tool and its parameters: a job that is restored has the
    /// services with which its kind was registered.
    ///
    /// - Throws: If the task is loaded, what ``GeoprocessingTaskInfo/verify(_:)`` throws. ``ServiceURL/HoldsSecret``, within a `JobError` if it is
    ///   about an input.
    public func makeJob(
        parameters: GeoprocessingParameters, configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<GeoprocessingWork> {
        try info?.verify(parameters)
        let client = wire.client
        var parameters = parameters
        parameters.know(info?.inputs.compactMap(\.defaultValue) ?? [])
        return try Job(
            GeoprocessingWork(task: ServiceURL(url), parameters: parameters),
            services: ServiceAccess(credentials: client.credentials, transport: client.transport), configuration: configuration)
    }

    private func whenLoaded() async throws -> GeoprocessingTaskInfo {
        try await load()
        guard let info else { throw CancellationError() }
        return info
    }
}

extension GeoprocessingStoredResult {
    /// The result of a tool that was executed.
    init(_ outputs: [GeoprocessingOutput], _ messages: [JobMessage]) {
        self.init(values: Dictionary(outputs.map { ($0.name, $0.value) }) { first, _ in first }, messages: messages)
    }
}

extension GeoprocessingMessage {
    /// As a job tells it.
    var message: JobMessage { JobMessage(text, severity: severity, source: .service) }
}
