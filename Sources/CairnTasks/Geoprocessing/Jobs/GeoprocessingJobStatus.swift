import CairnCore
import CairnGeo
import Foundation

/// What a server says of one of its jobs.
struct GeoprocessingJobStatus {
    let jobID: String
    let state: GeoprocessingJobState
    /// All that it has said so far.
    let messages: [GeoprocessingMessage]
    /// How much is done, 0…1; nil if it does not say.
    let fraction: Double?
    /// Where the outputs are, relative to the job, by their names; nil if it does not say.
    let outputs: [String: String]?

    init(_ part: AnswerPart) throws {
        jobID = try part.required("jobId").filledText().trimmingCharacters(in: .whitespaces)
        // It becomes a part of an address.
        guard !jobID.contains("/"), !jobID.contains("\\"), jobID != ".", jobID != ".." else {
            throw part.refusal("has a jobId that is none")
        }
        state = GeoprocessingJobState(rawValue: try part.required("jobStatus").filledText())
        // Some write the name in the singular, and some a list in the place of nothing.
        let messages = try part.optional("messages") ?? part.optional("message")
        self.messages = try messages.map { $0.json.array == nil ? [] : try $0.list().compactMap(GeoprocessingMessage.init) } ?? []
        fraction = Self.fraction(try part.optional("progress"))
        outputs = try Self.outputs(try part.optional("results"))
    }

    /// What cannot be read of it is no reason to lose a job.
    private static func fraction(_ part: AnswerPart?) -> Double? {
        guard let part, part.json.object != nil else { return nil }
        let percent = (try? part.optional("percent")) ?? (try? part.optional("percentage"))
        return percent?.json.lenientDouble.map { ($0 / 100).clamped(to: 0...1) }
    }

    private static func outputs(_ part: AnswerPart?) throws -> [String: String]? {
        guard let part else { return nil }
        return try Dictionary(
            uniqueKeysWithValues: part.members().keys.map { name in
                let path = try part.optional(name)?.optional("paramUrl")?.filledText()
                return (name, path ?? "results/\(name)")
            })
    }
}
