import CairnCore
import Foundation

/// Standard output and error, unbuffered, so that nothing is lost when the process is killed.
enum Console {
    static func print(_ text: String) {
        write(text + "\n", to: .standardOutput)
    }

    static func error(_ text: String) {
        write(text + "\n", to: .standardError)
    }

    static func errorPart(_ text: String) {
        write(text, to: .standardError)
    }

    /// Nobody may be reading any more: the work goes on all the same.
    private static func write(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data(text.utf8))
    }

    static func json(_ value: JSONValue) {
        print(value.text())
    }

    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func text(of error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
