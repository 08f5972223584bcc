import CairnCore
import CairnGeo
import Foundation
import Synchronization

/// A geodatabase that is published; once another file has taken the place of its file, a geodatabase of that.
final class PublishedGeodatabase: Sendable {
    private let given: Geodatabase
    private let latest: Mutex<Geodatabase>

    init(_ given: Geodatabase) {
        self.given = given
        latest = Mutex(given)
    }

    /// What was published last, loaded or not.
    var current: Geodatabase { latest.withLock(\.self) }

    /// What is to be asked now.
    ///
    /// - Throws: As `load()` of a ``Geodatabase``: while there is no file, each time anew.
    func loaded() async throws -> Geodatabase {
        let geodatabase = renewed()
        try await geodatabase.retryLoad()
        return geodatabase
    }

    private func renewed() -> Geodatabase {
        let known = current
        let isOursAndFailed = known !== given && known.loadStatus.error != nil
        guard isOursAndFailed || known.hasBeenReplaced() else { return known }
        let new = Geodatabase(fileURL: given.url, isReadOnly: given.isForReading)
        return latest.withLock { latest in
            if latest === known { latest = new }
            return latest
        }
    }

    /// Closes what was opened here; what was given is its owner's to close.
    func discard() async {
        let last = current
        if last !== given { try? await last.close() }
    }
}
