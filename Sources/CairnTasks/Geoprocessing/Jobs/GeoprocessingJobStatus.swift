import CairnCore
import CairnGeo
import Foundation

/// What a server says of one of its jobs.
struct GeoprocessingJobStatus {
    let state: GeoprocessingJobState
    /// All that it has said so far.
    let messages: [GeoprocessingMessage]
    /// How much is done, 0…1; nil if it does not say.
    let fraction: Double?
    /// Where the outputs are, relative to the job, by their names; nil if it does not say.
    let outputs: [String: String]?
    /// The addresses of files that it has made, where it says them itself, as jobs of hosted tiles do.
    let output: AnswerPart?

    /// - Parameter id: The job that was asked about.
    init(_ part: AnswerPart, of id: String) throws {
        guard try Self.jobID(part).lowercased() == id.lowercased() else { throw part.refusal("is of another job") }
        state = GeoprocessingJobState(rawValue: try part.required("jobStatus").filledText())
        messages = try Self.messages(part, state)
        fraction = try Self.fraction(try part.optional("progress")) ?? Self.fraction(ofTiles: part)
        output = try part.optional("output").flatMap { $0.json.object == nil ? nil : try $0.optional("outputUrl") }
        outputs = try Self.outputs(try part.optional("results"))
    }

    /// Some write the name in the singular, and some a list in the place of nothing. Jobs of hosted tiles say why they have failed in one text.
    private static func messages(_ part: AnswerPart, _ state: GeoprocessingJobState) throws -> [GeoprocessingMessage] {
        guard let messages = try part.optional("messages") ?? part.optional("message") else { return [] }
        if let text = messages.json.string, state == .failed { return [GeoprocessingMessage(failure: text)].compactMap(\.self) }
        return messages.json.array == nil ? [] : try messages.list().compactMap { try GeoprocessingMessage($0) }
    }

    /// The job that an answer is about.
    static func jobID(_ part: AnswerPart) throws -> String {
        let id = try part.required("jobId").filledText().trimmingCharacters(in: .whitespaces)
        guard id.isOneStep, id.utf8.count <= 1000 else { throw part.refusal("has a jobId that is none") }
        return id
    }

    /// What cannot be read of it is no reason to lose a job.
    private static func fraction(_ part: AnswerPart?) -> Double? {
        guard let part, part.json.object != nil else { return nil }
        let percent = (try? part.optional("percent")) ?? (try? part.optional("percentage"))
        return percent?.json.lenientDouble.map { ($0 / 100).clamped(to: 0...1) }
    }

    /// Where tiles are counted instead.
    private static func fraction(ofTiles part: AnswerPart) throws -> Double? {
        guard let done = try part.optional("numTiles")?.json.lenientDouble,
            let all = try part.optional("estimatedNumTiles")?.json.lenientDouble, all > 0
        else { return nil }
        return (done / all).clamped(to: 0...1)
    }

    private static func outputs(_ part: AnswerPart?) throws -> [String: String]? {
        guard let part, let members = part.json.object else { return nil }
        return try Dictionary(
            uniqueKeysWithValues: members.keys.map { name in
                guard name.isOneStep else { throw part.refusal("names an output that is none") }
                return (name, place(members[name]?["paramUrl"]?.string, of: name))
            })
    }

    /// Where an output is: a place of the job, if what the server says is one, else the usual.
    private static func place(_ told: String?, of name: String) -> String {
        let steps = (told?.removingPercentEncoding ?? "").split(separator: "/", omittingEmptySubsequences: false)
        let isWithinJob = steps.count == 2 && ["results", "inputs"].contains(steps[0]) && String(steps[1]).isOneStep
        return isWithinJob ? steps.joined(separator: "/") : "results/\(name)"
    }
}
