import CairnCore
import CairnGeo

/// What a service says of edits.
enum EditAnswer {
    /// A result for each edit, in their order.
    static func results(_ part: AnswerPart, of edits: FeatureEdits, _ info: FeatureLayerInfo) throws -> FeatureEditResults {
        let deletes =
            edits.usesGlobalIDs ? edits.deletedGlobalIDs.map(EditKey.init(globalID:)) : edits.deletedObjectIDs.map(EditKey.object)
        return FeatureEditResults(
            adds: try list("addResults", of: part, edits.adds.map { edits.usesGlobalIDs ? EditKey($0, info, edits) : nil }),
            updates: try list("updateResults", of: part, edits.updates.map { EditKey($0, info, edits) }),
            deletes: try list("deleteResults", of: part, deletes))
    }

    /// - Parameter keys: What each edit is told by.
    private static func list(_ name: String, of part: AnswerPart, _ keys: [EditKey?]) throws -> [FeatureEditResult] {
        guard let results = EditKey.ordered(try list(name, of: part, keys.count), as: keys) else {
            throw part.refusal("has \(name) of other features than it was sent: nobody knows what became of which")
        }
        return results
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
