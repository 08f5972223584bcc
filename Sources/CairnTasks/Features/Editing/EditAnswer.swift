import CairnCore
import CairnGeo

/// What a service says of edits.
enum EditAnswer {
    /// A result for each edit, in their order.
    static func results(_ part: AnswerPart, of edits: FeatureEdits) throws -> FeatureEditResults {
        let deletes = edits.usesGlobalIDs ? edits.deletedGlobalIDs.count : edits.deletedObjectIDs.count
        return FeatureEditResults(
            adds: try list("addResults", of: part, edits.adds.count),
            updates: try list("updateResults", of: part, edits.updates.count),
            deletes: try list("deleteResults", of: part, deletes))
    }

    /// - Parameter count: How many there must be.
    static func list(_ name: String, of part: AnswerPart, _ count: Int) throws -> [FeatureEditResult] {
        let results = try part.optional(name)?.list() ?? []
        guard results.count == count else {
            throw part.refusal("has \(results.count) \(name), and \(count) are due: nobody knows what became of which")
        }
        return try results.map(result)
    }

    static func result(_ part: AnswerPart) throws -> FeatureEditResult {
        // Of what was not done some say -1.
        let id = try part.optional("objectId")?.wholeNumber()
        let global = try part.optional("globalId")?.text()
        var result = FeatureEditResult(
            objectID: id.flatMap { $0 < 0 ? nil : $0 }, globalID: global.flatMap { $0.isEmpty ? nil : $0 })
        if try !part.required("success").flag() { result.error = try error(part.optional("error")) }
        return result
    }

    private static func error(_ part: AnswerPart?) throws -> FeatureEditError {
        let words = try part?.optional("description")?.text() ?? part?.optional("message")?.text() ?? "no reason given"
        return FeatureEditError(code: (try? part?.optional("code")?.wholeNumber()) ?? 0, description: words.printable())
    }
}
