import Foundation

enum Console {
    /// At once, also where the output is a file.
    static func print(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
