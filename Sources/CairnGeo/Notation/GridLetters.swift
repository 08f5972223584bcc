import CairnCore

/// Letters that count columns or rows of a grid: those of the alphabet without I and O, which look like 1 and 0, or some of them.
struct GridLetters {
    private let letters: [UInt8]

    init(_ letters: String) {
        self.letters = Array(letters.utf8)
    }

    static let all = GridLetters("ABCDEFGHJKLMNPQRSTUVWXYZ")

    var count: Int { letters.count }

    /// A letter by its number from 0; the first, or the last, for what is outside.
    subscript(_ index: Int) -> String {
        String(decoding: letters[index.clamped(to: 0...count - 1)...].prefix(1), as: UTF8.self)
    }

    /// The number of a capital letter.
    func index(of letter: UInt8) -> Int? { letters.firstIndex(of: letter) }
}
