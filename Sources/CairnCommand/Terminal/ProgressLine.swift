import CairnCore
import Foundation
import Synchronization

/// Shows progress on standard error: a bar on a terminal, a line now and then elsewhere.
final class ProgressLine: Sendable {
    private struct State {
        var shown = -1
        var isBarOpen = false
    }

    private let title: String
    private let isTerminal = Console.isTerminal
    private let state = Mutex(State())

    init(_ title: String) {
        self.title = title
    }

    /// Shows a percentage.
    func update(_ percent: Double) {
        let whole = Int(rounding: percent.clamped(to: 0...100), .down) ?? 0
        let step = isTerminal ? 1 : 10
        let isNews = state.withLock { state in
            guard whole / step > state.shown / step || state.shown < 0 else { return false }
            state.shown = whole
            state.isBarOpen = isTerminal
            return true
        }
        guard isNews else { return }
        if isTerminal {
            let filled = whole * 30 / 100
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
            Console.errorPart("\r\u{1B}[K\(title) \(bar) \(whole) %")
        } else {
            Console.error("\(title) \(whole) %")
        }
    }

    /// Shows a line above the bar.
    func note(_ text: String) {
        close()
        Console.error(text)
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
