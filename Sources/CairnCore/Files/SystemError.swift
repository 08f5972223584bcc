public import Foundation

/// What the operating system said when a file operation failed.
public struct SystemError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The number, as in `errno`; 0 if what is there is no regular file, -1 if the address is none of a file.
    public let code: Int32
    /// What was tried, as a verb: "write", "rename".
    public let operation: String
    /// The file.
    public let path: String

    /// The error of the system call that has just failed.
    package init(_ operation: String, _ path: String, code: Int32 = errno) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    /// What failed, on which file, and why.
    public var description: String { "Could not \(operation) \(path): \(reason).".printable(upTo: .max) }
    /// The same, and what to do about it.
    public var errorDescription: String? { [description, advice].compactMap(\.self).joined(separator: " ") }

    private var advice: String? {
        switch code {
        case ENOENT: "Look whether it is there, and its folder too."
        case EACCES, EPERM: "You may not: change who may, or name another."
        case EROFS: "Name a place that can be written."
        case ENOSPC, EDQUOT: "Make room, and try again."
        case EMFILE: "The process has too many files open: raise \"ulimit -n\"."
        case ENFILE: "The machine has too many files open: close some programs, and try again."
        case EFBIG: "Files may not be so large here: see \"ulimit -f\"."
        case EEXIST: "Name another, or remove it first."
        case Self.noFile: "Name a file of this machine."
        default: nil
        }
    }

    /// The system's words for the code.
    public var reason: String {
        switch code {
        case Self.notRegular: "it is no regular file"
        case Self.noFile: "it is no address of a file"
        default: String(cString: strerror(code))
        }
    }

    /// The code for what the system would open, and nobody here wants to.
    package static let notRegular: Int32 = 0
    /// The code for an address that is none of a file.
    package static let noFile: Int32 = -1

    /// Whether there is no space left, on the disk or in the quota: it may pass when somebody makes room.
    public var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether nobody could get at the file, or its folder, just now. What is in it nobody knows then.
    package var isUnavailable: Bool { [ENOENT, EACCES, EPERM, EROFS, EIO, ESTALE, EMFILE, ENFILE, ENOMEM].contains(code) }
}
