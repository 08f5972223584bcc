import CairnCore
import Foundation

/// Keeps others from synchronising the same geodatabase, in whatever process.
final class SyncLock: Sendable {
    private let file: FileDescriptor

    /// - Throws: ``SyncError/underWay(path:)``; `SystemError`.
    init(of geodatabase: URL) throws {
        let path = geodatabase.path + ".sync-lock"
        while true {
            let file = try FileDescriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW)
            guard try file.lock() else { throw SyncError.underWay(path: geodatabase.path) }
            // Who had it may have removed it between its opening here and its locking.
            guard try file.isInPlace() else { continue }
            self.file = file
            return
        }
    }

    func release() { unlink(file.path) }
}
