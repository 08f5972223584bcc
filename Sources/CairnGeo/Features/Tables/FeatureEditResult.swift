import CairnCore
public import Foundation

/// What became of the edit of one feature, or of one attachment.
public struct FeatureEditResult: Sendable, Hashable, Codable {
    /// The object id, or the id of the attachment; nil if it is not known, as of a feature that was not added.
    public var objectID: Int?
    /// The global id; nil if there is none.
    public var globalID: String?
    /// Why it was not done; nil if it was.
    public var error: FeatureEditError?

    /// What became of an edit.
    public init(objectID: Int? = nil, globalID: String? = nil, error: FeatureEditError? = nil) {
        self.objectID = objectID
        self.globalID = globalID
        self.error = error
    }

    /// Whether it was done.
    public var isSuccess: Bool { error == nil }
}

/// Why the edit of one feature was refused.
public struct FeatureEditError: Error, Sendable, Hashable, Codable, CustomStringConvertible, LocalizedError {
    /// The number that services give such a reason, such as 1000.
    public var code: Int
    /// The reason in words.
    public var description: String

    /// A reason; what would move a terminal's cursor, break the line or reorder it is escaped.
    public init(code: Int, description: String) {
        self.code = code
        self.description = description.printable(upTo: .max)
    }

    /// Reads a reason, and escapes its words as ``init(code:description:)``.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            code: try members.decode(Int.self, forKey: .code), description: try members.decode(String.self, forKey: .description))
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

/// What became of edits, each list in the order of the features.
public struct FeatureEditResults: Sendable, Hashable {
    /// Of the features that were to be added.
    public var adds: [FeatureEditResult]
    /// Of those that were to be changed.
    public var updates: [FeatureEditResult]
    /// Of those that were to be deleted.
    public var deletes: [FeatureEditResult]

    /// What became of edits.
    public init(adds: [FeatureEditResult] = [], updates: [FeatureEditResult] = [], deletes: [FeatureEditResult] = []) {
        self.adds = adds
        self.updates = updates
        self.deletes = deletes
    }

    /// All of them: what was added, changed, deleted.
    public var all: [FeatureEditResult] { adds + updates + deletes }
    /// The first reason for which something was refused, one that is not only that another edit was; nil if all was done.
    public var firstError: FeatureEditError? { all.firstRefusal }
}

extension [FeatureEditResult] {
    /// The first reason for which one was refused. What was only left out with it is told if there is nothing else.
    package var firstRefusal: FeatureEditError? {
        let errors = compactMap(\.error)
        return errors.first { $0.code != FeatureEditError.rolledBack.code } ?? errors.first
    }
}
