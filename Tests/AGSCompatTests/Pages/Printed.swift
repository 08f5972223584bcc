import CairnCore

/// What the samples of a file print: a function of theirs, `print`, leads here.
final class Printed: Sendable {
    private let lines = Guarded<[String]>([])
    private let level = Level<[String]>([])

    func add(_ item: Any) {
        let line = "\(item)"
        lines.change { lines, wakes in
            lines.append(line)
            level.send(lines, &wakes)
        }
    }

    /// Waits for a line with these words; without words, for any line.
    func wait(for words: String = "") async {
        for await lines in level.values where lines.contains(where: { words.isEmpty || $0.contains(words) }) { break }
    }
}
