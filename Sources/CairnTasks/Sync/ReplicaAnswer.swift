import CairnCore
import CairnGeo
import Foundation

/// What a service answers when it is asked for a copy, or to bring one up to date.
struct ReplicaAnswer: Sendable, Hashable, Codable {
    /// Where it tells how it is with the work; nil if that is done.
    var statusURL: URL?
    /// Where the data are; nil if there are none, or not yet.
    var dataURL: URL?
    /// The id of the copy, if it has told.
    var replicaID: String?
    /// All of the answer, where that holds the data itself, or all that there is to tell.
    var embedded: JSONValue?
    /// The generation that it speaks of, if it has told.
    var generation: String?
    /// Those of the layers, by their numbers.
    var layerGenerations: [Int: String] = [:]
    /// What kind of answer it is, in the service's word, if it has told.
    var responseType: String?

    /// - Parameter base: The service, from which addresses are told that are not whole.
    init(_ answer: AnswerPart, base: URL) throws {
        statusURL = try answer.optional("statusUrl").flatMap { try $0.text().isEmpty ? nil : Self.url($0, base: base) }
        dataURL = statusURL == nil ? try Self.address(of: answer, base: base) : nil
        replicaID = try answer.optional("replicaID")?.text()
        try readGenerations(answer)
        if statusURL == nil, dataURL == nil { embedded = answer.json }
    }

    private mutating func readGenerations(_ answer: AnswerPart) throws {
        responseType = try answer.optional("responseType")?.json.string ?? responseType
        generation = ReplicaFile.generation(try answer.optional("replicaServerGen")?.json) ?? generation
        for part in try answer.optional("layerServerGens")?.list() ?? [] {
            layerGenerations[try part.required("id").wholeNumber()] = ReplicaFile.generation(try part.optional("serverGen")?.json)
        }
    }

    /// The same once the service is done.
    func completed(by status: ReplicaJobStatus) throws -> ReplicaAnswer {
        var answer = self
        (answer.statusURL, answer.dataURL) = (nil, status.resultURL)
        answer.replicaID = try status.answer.optional("replicaID")?.text() ?? replicaID
        try answer.readGenerations(status.answer)
        return answer
    }

    /// The same without data of its own: these go where they are downloaded to else.
    ///
    /// - Returns: Whether there were any, too.
    func withoutData(keptAt file: URL) throws -> (ReplicaAnswer, isDownloaded: Bool) {
        guard let embedded else { return (self, false) }
        try DurableFile.replace(file, with: Data(embedded.text().utf8))
        var answer = self
        answer.embedded = nil
        return (answer, true)
    }

    /// Where the data are, however a service calls that.
    static func address(of answer: AnswerPart, base: URL) throws -> URL? {
        for name in ["resultUrl", "responseUrl", "URL"] {
            guard let part = try answer.optional(name), try !part.text().isEmpty else { continue }
            return try url(part, base: base)
        }
        return nil
    }

    private static func url(_ part: AnswerPart, base: URL) throws -> URL {
        guard part.json.string != nil, let url = URL(string: try part.filledText(), relativeTo: base)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { throw part.refusal("is no address") }
        // Nothing could be downloaded without it, and whoever has it can.
        if SecretInAddress.isSigned(url) {
            throw part.refusal(
                "is good for whoever has it, by a signature, and so is not stored. Ask the service's owner to have it give addresses that want a "
                    + "token")
        }
        return ServiceURL.named(url)
    }
}
