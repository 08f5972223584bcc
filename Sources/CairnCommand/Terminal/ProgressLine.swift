import CairnCore
import Foundation
import Synchronization

/// Shows progress on standard error: a bar on a terminal, a line now and then elsewhere; or as events on standard output.
final class ProgressLine: Sendable {
    private struct State {
        var shown = -1
        var isBarOpen = false
    }

    private let title: String
    private let isJSON: Bool
    private let isTerminal = Terminal.canRedraw
    private let state = Mutex(State())

    init(_ title: String, isJSON: Bool = false) {
        (self.title, self.isJSON) = (title.printable(), isJSON)
    }

    /// Shows a percentage.
    func update(_ percent: Double) {
        if isJSON { return Console.json(["event": "progress", "percent": .number(percent)]) }
        let whole = Int(rounding: percent.clamped(to: 0...100), .down) ?? 0
        let step = isTerminal ? 1 : 10
        let isNews = state.withLock { state in
            guard whole / step > state.shown / step || state.shown < 0 else { return false }
            state.shown = whole
            state.isBarOpen = isTerminal && !Console.isQuiet
            return true
        }
        guard isNews, !Console.isQuiet else { return }
        if isTerminal {
            Console.errorPart("\r\u{1B}[K" + Self.bar(title, whole, width: Terminal.width(of: .errors)))
        } else {
            Console.error("\(title) \(whole) %")
        }
    }

    /// A line that leaves the last column free, for some terminals break it there: the title gives way to the bar.
    static func bar(_ title: String, _ percent: Int, width: Int) -> String {
        let number = "\(percent) %"
        let size = (width - number.count - 3 - title.columns).clamped(to: 5...30)
        let room = max(0, width - 1 - number.count - 1 - size - 1)
        let name = title.columns <= room || room > 1 ? title.cut(toColumns: room) : ""
        let filled = percent * size / 100
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: size - filled)
        return [name, bar, number].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Shows a line above the bar.
    func note(_ text: String) {
        close()
        Console.note(text)
    }

    /// Ends the bar's line.
    func close() {
        let wasOpen = state.withLock { state in
            defer { state.isBarOpen = false }
            return state.isBarOpen
        }
        if wasOpen { Console.error("") }
    }
}
