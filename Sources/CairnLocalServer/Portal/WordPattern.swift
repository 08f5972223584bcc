/// A word that is looked for, in which `*` stands for anything and `?` for one character. It is told in time linear in the lengths of both.
struct WordPattern: Sendable, Equatable {
    /// What stands between two `*`.
    private let pieces: [WordPiece]

    init(_ text: String) { pieces = text.split(separator: "*", omittingEmptySubsequences: false).map { WordPiece(Array($0)) } }

    /// Whether `?` stands in a piece that is longer than can be looked for.
    var isTooLong: Bool { pieces.contains(where: \.isTooLong) }

    func matches(_ word: String) -> Bool {
        let word = Array(word)
        guard let first = pieces.first, let last = pieces.last else { return word.isEmpty }
        if pieces.count == 1 { return word.count == first.count && first.stands(in: word, at: 0) }
        let end = word.count - last.count
        guard first.count <= end, first.stands(in: word, at: 0), last.stands(in: word, at: end) else { return false }
        var place = first.count
        // Where each is found first, most is left for the others.
        for piece in pieces.dropFirst().dropLast() {
            guard let found = piece.end(in: word[place..<end]) else { return false }
            place = found
        }
        return true
    }
}
