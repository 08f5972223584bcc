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
        try await client.begin("execute", Self.fields(parameters)) { part in
            let outputs = try part.required("results").list().map { try GeoprocessingOutput($0) }
            return (outputs, try part.optional("messages")?.list().compactMap(GeoprocessingMessage.init) ?? [])
        }
    }

    /// Submits a job.
    ///
    /// - Throws: ``GeoprocessingError/outcomeUnknown(task:reason:)`` if there may be one.
    func submit(_ parameters: GeoprocessingParameters) async throws -> String {
        try await client.submit("submitJob", Self.fields(parameters))
    }

    /// How a job stands.
    ///
    /// - Throws: `UnusableStatus`; what the service throws.
    func status(of jobID: String) async throws -> GeoprocessingJobStatus {
        try await client.jobStatus("jobs/\(jobID)", ["returnMessages": "true"], of: jobID)
    }

    /// Asks for the cancelling of a job.
    ///
    /// - Throws: As ``status(of:)``.
    func cancel(_ jobID: String) async throws -> GeoprocessingJobStatus {
        try await client.jobStatus("jobs/\(jobID)/cancel", [:], of: jobID)
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
