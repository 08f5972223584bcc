import CairnCore
import CairnGeo
import Foundation

/// The operations of one tool, as they are on the wire.
struct GeoprocessingWire {
    let client: ServiceClient

    /// What a tool is run with, as the fields of a form. Where results are to be is said as all versions understand it: many tools have a
    /// parameter of their own by the name of the newer one, `context`.
    static func fields(_ parameters: GeoprocessingParameters) -> [String: String] {
        var fields = parameters.inputs.filter { !$0.value.isEmpty }.mapValues(\.formText)
        fields["env:outSR"] = parameters.outSpatialReference.map(text)
        fields["env:processSR"] = parameters.processSpatialReference.map(text)
        return fields.merging(shape(parameters)) { $1 }
    }

    /// How values are to be given.
    static func shape(_ parameters: GeoprocessingParameters) -> [String: String] {
        ["returnZ": String(parameters.returnsZ), "returnM": String(parameters.returnsM)]
    }

    private static func text(_ reference: SpatialReference) -> String {
        reference.wkid.map(String.init) ?? reference.esriJSON.text()
    }

    /// Runs a tool while the caller waits.
    ///
    /// - Throws: ``GeoprocessingError/outcomeUnknown(task:reason:)`` if it may have run, or may be running.
    func execute(_ parameters: GeoprocessingParameters) async throws -> (outputs: [GeoprocessingOutput], [GeoprocessingMessage]) {
        try await begin("execute", parameters) { part in
            let outputs = try part.required("results").list().map { try GeoprocessingOutput($0) }
            return (outputs, try part.optional("messages")?.list().compactMap(GeoprocessingMessage.init) ?? [])
        }
    }

    /// Submits a job.
    ///
    /// - Throws: ``GeoprocessingError/outcomeUnknown(task:reason:)`` if there may be one.
    func submit(_ parameters: GeoprocessingParameters) async throws -> String {
        do {
            return try await begin("submitJob", parameters, read: GeoprocessingJobStatus.jobID)
        } catch let error as ServiceError
            where error.code == 500 || error.isOfStatusAlone && !error.isAboutCredentials && error.code != 503
        {
            // It says that something went wrong, and not that there is no job; or it is not of the service.
            throw GeoprocessingError.outcomeUnknown(task: URL.withoutQuery(client.url), reason: error.words)
        }
    }

    private func begin<Value: Sendable>(
        _ operation: String, _ parameters: GeoprocessingParameters, read: (AnswerPart) throws -> Value
    ) async throws -> Value {
        do {
            return try await client.change(operation) {
                client.changingForm($0, Self.fields(parameters), $1)
            } read: { part in
                try read(part)
            }
        } catch let lost as LostAnswer {
            // Whoever says that he is too busy has not begun.
            if let error = lost.cause as? ServiceError, error.code == 503 { throw error }
            throw GeoprocessingError.outcomeUnknown(task: URL.withoutQuery(client.url), reason: lost.cause.words)
        }
    }

    /// How a job stands. By POST: nothing that lies between may answer in the server's place.
    ///
    /// - Throws: `UnusableStatus`; what the service throws.
    func status(of jobID: String) async throws -> GeoprocessingJobStatus {
        try await status("jobs/\(jobID)", ["returnMessages": "true"], jobID)
    }

    /// Asks for the cancelling of a job.
    ///
    /// - Throws: As ``status(of:)``.
    func cancel(_ jobID: String) async throws -> GeoprocessingJobStatus { try await status("jobs/\(jobID)/cancel", [:], jobID) }

    private func status(
        _ operation: String, _ fields: [String: String], _ jobID: String
    ) async throws -> GeoprocessingJobStatus {
        try await UnusableStatus.expect {
            let json = try await client.call(operation, fields, isRepeatable: true)
            return try GeoprocessingJobStatus(AnswerPart(json, of: client.url.appending(path: operation)), of: jobID)
        }
    }

    /// Where the outputs of a job are, as its tool has them, for a server that does not say it of the job.
    func places() async throws -> [String: String] {
        try await UnusableStatus.expect {
            let names = try await info().outputs.map(\.name).filter(\.isOneStep)
            return Dictionary(names.map { ($0, "results/\($0)") }) { first, _ in first }
        }
    }

    /// What the tool says of itself.
    func info() async throws -> GeoprocessingTaskInfo {
        let part = AnswerPart(try await client.ask("", limit: ServiceClient.descriptionLimit), of: client.url)
        if let tools = try part.optional("tasks")?.json.array, try part.optional("parameters") == nil {
            throw GeoprocessingError.isService(url: URL.withoutQuery(client.url), tools: tools.compactMap(\.string))
        }
        let usual = try part.optional("executionType") == nil ? try await serviceInfo().executionType : nil
        return try GeoprocessingTaskInfo(part, usual: usual)
    }

    /// What the service of the tool says of itself.
    func serviceInfo() async throws -> GeoprocessingServiceInfo {
        let service = ServiceClient(
            url: client.url.deletingLastPathComponent(), transport: client.transport, credential: client.credentials)
        let json = try await service.ask("", limit: ServiceClient.descriptionLimit)
        return try GeoprocessingServiceInfo(AnswerPart(json, of: service.url))
    }

    /// A value that a job has given.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - path: Where it is, relative to the job.
    func output(
        _ name: String, at path: String, of jobID: String, _ parameters: GeoprocessingParameters
    ) async throws -> GeoprocessingValue {
        var fields = Self.shape(parameters)
        fields["returnType"] = "data"
        fields["outSR"] = parameters.outSpatialReference.map(Self.text)
        let place = "jobs/\(jobID)/\(path)"
        let part = AnswerPart(try await client.ask(place, fields), of: client.url.appending(path: place))
        let output = try GeoprocessingOutput(part)
        guard output.name.lowercased() == name.lowercased() else {
            throw part.refusal("is another output than the one asked for")
        }
        return output.value
    }
}
