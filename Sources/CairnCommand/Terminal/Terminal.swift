import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// What the tool's output is shown on.
enum Terminal {
    enum Stream: Int32 {
        case output = 1
        case errors = 2
    }

    static func isShown(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

    /// How many columns there are; 80 where nothing says so.
    static func width(of stream: Stream) -> Int {
        var size = winsize()
        let isKnown = isShown(stream) && ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        if isKnown { return Int(size.ws_col) }
        let variable = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 80
        return variable.clamped(to: 20...1000)
    }

    /// Whether colours are wanted there (https://no-color.org).
    static func isColoured(_ stream: Stream) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return isShown(stream) && !isRefused && environment["TERM"] != "dumb"
    }

    /// Whether a line can be written over there.
    static var canRedraw: Bool { isShown(.errors) && ProcessInfo.processInfo.environment["TERM"] != "dumb" }
}

/// The colours that mean something.
enum Colour: Int {
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36

    func of(_ text: String, on stream: Terminal.Stream = .output) -> String {
        Terminal.isColoured(stream) ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
