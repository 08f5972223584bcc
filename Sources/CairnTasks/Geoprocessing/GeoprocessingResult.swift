public import CairnCore
import Foundation

/// What a tool has given.
///
/// ```swift
/// let result = try await tool.makeJob(parameters: parameters).run()
/// for name in result.outputNames { print(name) }
/// let places = try await result.output(named: "Places").features
/// ```
///
/// The results of a job stay on its server, which keeps them for a time: each is fetched when it is asked for.
public struct GeoprocessingResult: Sendable {
    /// The outputs that are here already: all of a tool that was executed, none of a job.
    public let outputs: [String: GeoprocessingValue]
    /// What the server has said, the last 1,000 of it.
    public let messages: [JobMessage]
    let stored: GeoprocessingStoredResult
    private let parameters: GeoprocessingParameters
    let wire: GeoprocessingWire

    init(_ stored: GeoprocessingStoredResult, _ parameters: GeoprocessingParameters, _ wire: GeoprocessingWire) {
        (outputs, messages) = (stored.values, stored.messages)
        (self.stored, self.parameters, self.wire) = (stored, parameters, wire)
    }

    /// The names of all outputs, in order.
    public var outputNames: [String] { Set(stored.values.keys).union(stored.places.keys).sorted() }

    /// An output. What is not here is asked for each time.
    ///
    /// - Throws: ``GeoprocessingError/noOutput(name:known:)``; ``ServiceError``, also where the server has thrown it away; ``TransportError``;
    ///   `CancellationError`.
    @concurrent
    public func output(named name: String) async throws -> GeoprocessingValue {
        let names = outputNames
        guard let known = names.first(where: { $0 == name }) ?? names.first(where: { $0.lowercased() == name.lowercased() })
        else {
            throw GeoprocessingError.noOutput(name: name, known: names)
        }
        if let value = outputs[known] { return value }
        guard let path = stored.places[known], let jobID = stored.jobID else {
            throw GeoprocessingError.noOutput(name: name, known: names)
        }
        return try await wire.output(known, at: path, of: jobID, parameters)
    }

    /// All outputs, by their names.
    ///
    /// - Throws: As ``output(named:)``.
    @concurrent
    public func allOutputs() async throws -> [String: GeoprocessingValue] {
        var values = outputs
        for name in outputNames where values[name] == nil { values[name] = try await output(named: name) }
        return values
    }
}

/// What is kept of a result, from which it is made again without asking a server.
struct GeoprocessingStoredResult: Sendable, Hashable, Codable {
    /// The job that has given it; nil for a tool that was executed.
    var jobID: String?
    var values: [String: GeoprocessingValue] = [:]
    /// Where outputs are, relative to the job.
    var places: [String: String] = [:]
    var messages: [JobMessage] = []

    /// Of messages no more are kept than these.
    static let mostMessages = 1000
}
