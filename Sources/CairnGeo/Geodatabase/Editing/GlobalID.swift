import Foundation

/// The ids that tell a feature from all others anywhere, as ArcGIS writes them: `{8-4-4-4-12}` in capitals.
package enum GlobalID {
    package static func new() -> String { "{\(UUID().uuidString)}" }

    /// The one way in which ids that are the same are written here; what is no id of this kind stays as it is.
    package static func normalized(_ id: String) -> String { uuid(id).map { "{\($0.uuidString)}" } ?? id }

    /// Whether it is an id of this kind, however it is spelt.
    package static func isWellFormed(_ id: String) -> Bool { uuid(id) != nil }

    /// Whether two are the same, however they are spelt.
    package static func areSame(_ one: String, _ other: String) -> Bool {
        normalized(one).caseInsensitiveCompare(normalized(other)) == .orderedSame
    }

    /// The ways in which the same id may have been written.
    package static func spellings(of id: String) -> [String] {
        guard let upper = uuid(id)?.uuidString else { return [id] }
        let lower = upper.lowercased()
        return [id, "{\(upper)}", upper, "{\(lower)}", lower]
    }

    private static func uuid(_ id: String) -> UUID? {
        let isBraced = id.hasPrefix("{") && id.hasSuffix("}") && id.count > 2
        return UUID(uuidString: isBraced ? String(id.dropFirst().dropLast()) : id)
    }
}
