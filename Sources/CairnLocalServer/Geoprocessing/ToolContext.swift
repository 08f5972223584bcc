public import CairnCore
public import CairnGeo
public import CairnTasks
public import Foundation

/// What a tool works with: where it tells how far it is, and where files come from and go.
public struct ToolContext: Sendable {
    /// A folder for the tool's files; those that it gives, by ``outputFile(named:)``, are fetched from there by clients.
    public let folder: URL
    let time: ElapsedTime
    let uploads: UploadStore
    let tell: @Sendable (ToolMessage) -> Void
    let advance: @Sendable (ToolProgress) -> Void

    /// Tells the client something.
    public func post(_ text: String, severity: JobMessage.Severity = .info) { tell(ToolMessage(text, severity)) }

    /// Tells how much is done, 0…1.
    public func reportProgress(_ fraction: Double, _ text: String = "") {
        guard fraction.isFinite else { return }
        advance(ToolProgress(fraction: fraction.clamped(to: 0...1), text: text))
    }

    /// Tells how many of some things are done.
    func reportProgress(_ done: Int, of all: Int, _ things: String) {
        let fraction = all > 0 ? (Double(done) / Double(all)).clamped(to: 0...1) : 1
        advance(ToolProgress(fraction: fraction, text: "\(done) of \(all) \(things)", done: done, all: all))
    }

    /// Suspends for that long, by the clock that the tools were published with.
    ///
    /// - Throws: `CancellationError` if the job is cancelled meanwhile.
    @concurrent
    public func sleep(for duration: Duration) async throws {
        try await time.sleep(for: duration)
    }

    /// Where a file goes that the tool gives.
    public func outputFile(named name: String) -> URL { folder.appending(path: name) }

    /// The features of an input: those that came with it, or are in a file of JSON that was uploaded.
    ///
    /// - Throws: ``ToolInputError`` for features of other services, which are not asked; what reading the file throws.
    @concurrent
    public func features(of input: GeoprocessingFeatures) async throws -> FeatureSet {
        switch input.content {
        case .features(let features): return features
        case .source(.uploaded(let id), _):
            let data = try await data(ofItem: id)
            return try FeatureSet(esriJSON: JSONValue(parsing: data))
        case .source: throw ToolInputError.elsewhere
        }
    }

    /// What a file of an input holds: one that was uploaded.
    ///
    /// - Throws: ``ToolInputError`` for files elsewhere, which are not fetched; `SystemError`.
    @concurrent
    public func data(of input: GeoprocessingDataFile) async throws -> Data {
        guard case .uploaded(let id) = input.source else { throw ToolInputError.elsewhere }
        return try await data(ofItem: id)
    }

    private func data(ofItem id: String) async throws -> Data {
        guard let data = try await uploads.content(of: id) else { throw ToolInputError.noItem(id: id) }
        return data
    }
}

/// Something that a tool says.
struct ToolMessage: Sendable, Hashable, Codable {
    let text: String
    let severity: JobMessage.Severity

    init(_ text: String, _ severity: JobMessage.Severity = .info) {
        (self.text, self.severity) = (text.printable(upTo: 2000), severity)
    }

    var esriJSON: JSONValue {
        let type =
            switch severity {
            case .info: "Informative"
            case .warning: "Warning"
            case .error: "Error"
            }
        return ["type": .string("esriJobMessageType\(type)"), "description": .string(text)]
    }
}

/// How far a tool is.
struct ToolProgress: Sendable, Hashable {
    let fraction: Double
    let text: String
    /// How many of some things are done, and how many there are.
    var done: Int?
    var all: Int?

    var esriJSON: JSONValue {
        ["type": "step", "message": .string(text), "percent": .integer(Int(rounding: fraction * 100) ?? 0)]
    }
}
