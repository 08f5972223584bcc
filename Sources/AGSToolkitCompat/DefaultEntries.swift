import CairnCallbacks

/// What the defaults have of the entries of a manager, or will have.
struct DefaultEntries {
    /// What becomes of an id.
    struct Change: Sendable {
        /// Nil for none.
        let entry: Carried<Any>?
        /// Set if its file could not be changed, and is older.
        let ahead: AheadMark?
    }

    /// What is kept, by id.
    var entries: [String: Any]
    /// The ids of which it is newer than their files, and since when.
    var ahead: [String: AheadMark]

    /// What has become of ids since.
    mutating func apply(_ changes: [String: Change]) {
        for (id, change) in changes { (entries[id], ahead[id]) = (change.entry?.value, change.ahead) }
    }
}
