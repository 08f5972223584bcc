import Foundation

/// The ids that tell a feature from all others anywhere, as ArcGIS writes them: `{8-4-4-4-12}` in capitals.
package enum GlobalID {
    package static func new() -> String { "{\(UUID().uuidString)}" }

    /// The ways in which the same id may have been written.
    static func spellings(of id: String) -> [String] {
        let bare = id.trimmingCharacters(in: CharacterSet(charactersIn: "{}"))
        let (upper, lower) = (bare.uppercased(), bare.lowercased())
        return [id, "{\(upper)}", upper, "{\(lower)}", lower]
    }
}
