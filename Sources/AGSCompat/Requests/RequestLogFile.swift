import CairnCore
import Foundation
import Synchronization

/// Where lines about requests go: a file, or the standard error.
enum RequestLogFile {
    /// The files that this process has emptied.
    private static let emptied = Mutex<Set<String>>([])

    /// Adds lines. What cannot be written is not told: nobody waits for it.
    static func append(_ text: String, to url: URL?, emptyFirst: Bool = false) {
        let isFirst = emptyFirst && url.map { url in emptied.withLock { $0.insert(url.path).inserted } } ?? false
        let flags = O_WRONLY | O_CREAT | (isFirst ? O_TRUNC : O_APPEND)
        try? FileDescriptor(url?.path ?? "/dev/stderr", flags).write(Data(text.utf8))
    }
}
