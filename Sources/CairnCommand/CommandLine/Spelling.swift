import CairnOffline

/// What somebody may have meant.
enum Spelling {
    /// The word that is nearest to a misspelt one; nil if none is near.
    static func closest(to word: String, among known: some Sequence<String>) -> String? {
        let typed = word.lowercased().unicodeScalars.map(\.value)
        let limit = max(1, typed.count { $0 != 0x2D } / 3)
        // Nobody means a word that is a hundred letters longer.
        guard typed.count <= 100 else { return nil }
        return known.compactMap { name -> (String, Int)? in
            let letters = name.lowercased().unicodeScalars.map(\.value)
            if typed.count > 2, letters.starts(with: typed) { return (name, 0) }
            return EditDistance.between(typed, letters, limit: limit).map { (name, $0) }
        }.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }
}
