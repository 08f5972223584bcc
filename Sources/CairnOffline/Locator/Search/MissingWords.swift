/// What was typed and has not been found yet: whole words, and one that begins as the last.
struct MissingWords {
    private var words: Set<Int>
    private let endings: [Range<Int>]
    private var isEnded = false

    /// - Parameter endings: The words that the last one begins.
    init(_ words: [Int], _ endings: [Range<Int>]) {
        self.words = Set(words)
        self.endings = endings
    }

    /// Looks a list through; whether nothing is missing any more.
    mutating func find(in list: WordListCursor) throws(BlockDamage) -> Bool {
        var cursor = list
        while let word = try cursor.next()?.word {
            if words.remove(word) == nil, !isEnded { isEnded = endings.contains { $0.contains(word) } }
        }
        return words.isEmpty && isEnded
    }
}
