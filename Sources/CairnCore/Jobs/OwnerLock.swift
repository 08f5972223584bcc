import Foundation
import Synchronization

/// The lock of `owners/lock`: who has it is alone, of all processes, in taking and giving back jobs of a directory.
final class OwnerLock: Sendable {
    /// Under the lock a few small files are read and written, and nothing is flushed. Who has it for so long has been
    /// stopped, or waits for a disk that does not answer.
    static let patience = Duration.seconds(10)
    /// In microseconds.
    private static let longestPause: UInt32 = 5000

    private let folder: String
    private let patience: Duration
    private let hasWaitedInVain = Atomic(false)

    init(folder: String, patience: Duration) {
        self.folder = folder
        self.patience = patience
    }

    /// How long the next one waits. After one has waited in vain it is little, for the others stand in line behind each other.
    var nextPatience: Duration { hasWaitedInVain.load(ordering: .relaxed) ? patience / 100 : patience }

    /// Locked until the file that is returned is let go of.
    ///
    /// - Throws: ``JobError/storeFailed(file:reason:)`` if somebody else has it for too long, ``SystemError``.
    func take() throws -> FileDescriptor {
        let limit = nextPatience
        var (pause, waited) = (UInt32(20), Duration.zero)
        while true {
            if let file = try takeIfFree() {
                hasWaitedInVain.store(false, ordering: .relaxed)
                return file
            }
            guard waited < limit else {
                hasWaitedInVain.store(true, ordering: .relaxed)
                throw isStuck
            }
            usleep(pause)
            waited += .microseconds(Int(pause))
            pause = min(2 * pause, Self.longestPause)
        }
    }

    /// The file is opened each time: others may have removed it, and the lock of one without a name keeps nobody out.
    private func takeIfFree() throws(SystemError) -> FileDescriptor? {
        let file = try open()
        guard try file.lock(), try file.isInPlace() else { return nil }
        return file
    }

    private func open() throws(SystemError) -> FileDescriptor {
        let flags = O_RDWR | O_CREAT | O_NONBLOCK
        do throws(SystemError) {
            return try FileDescriptor(path, flags)
        } catch {
            guard error.code == ENOENT, mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw error }
            return try FileDescriptor(path, flags)
        }
    }

    private var path: String { "\(folder)/lock" }

    private var isStuck: JobError {
        .storeFailed(
            file: path,
            reason: "somebody has held it locked for \(patience.components.seconds) s. If a process that uses this directory "
                + "has been stopped, let it go on, or end it")
    }
}
