import CairnCore
import Foundation

/// Standard output and error, unbuffered, so that nothing is lost when the process is killed.
enum Console {
    static func print(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    static func error(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    static func errorPart(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    static func json(_ value: JSONValue) {
        print(value.text())
    }

    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func text(of error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
