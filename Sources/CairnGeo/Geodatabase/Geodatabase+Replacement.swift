import CairnCore
import Foundation
import Synchronization

extension Geodatabase {
    /// Looks whether the file that was opened is at its path no longer, for it was removed, or another one has taken its place; then it is let go
    /// of. What has been closed here, or not been loaded, is of no file.
    package func hasBeenReplaced() -> Bool {
        let (file, isReplaced, isClosed) = state.withLock { ($0.file, $0.isReplaced, $0.isClosed) }
        if isClosed { return false }
        // In a folder of its own it is for us alone, and stays of use as long as it is open.
        guard let file, folder == nil else { return false }
        if isReplaced { return true }
        if FileID(url.path) == file { return false }
        letGo()
        return true
    }

    /// What is in the midst of something has its connection until that ends.
    private func letGo() {
        let (log, writer, readers) = state.withLock { state in
            defer { (state.writer, state.readers, state.isReplaced) = (nil, [], true) }
            if state.isInTransaction { state.endTransaction(committing: false) }
            return (state.log, state.writer, state.readers)
        }
        // First, and at once: whoever opens what is there now must not find it.
        log?.removeIfLeft()
        withExtendedLifetime((writer, readers)) {}
    }
}
