import CairnCore
public import Foundation

/// A zip archive that cannot be read, or holds what is not taken out of it.
public enum ZipError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The file is no zip archive.
    case notAnArchive(path: String)
    /// The archive is not what it says that it is.
    case damaged(path: String, reason: String)
    /// The archive has something that is not read here.
    case unsupported(path: String, reason: String)
    /// The archive has an entry that leads out of the folder it is unpacked to, or has no name of a file.
    case unsafeName(path: String, name: String, reason: String)
    /// An entry is larger than whoever asks for it has room for.
    case tooLarge(path: String, name: String, size: Int, limit: Int)
    /// An entry becomes so large when it is unpacked that it is no file somebody would send.
    case bomb(path: String, name: String, size: Int, compressedSize: Int)
    /// What the archive holds becomes so large as a whole when it is unpacked that nobody would send it.
    case bombInParts(path: String, size: Int, archiveSize: Int)
    /// The archive has been written, and more was to be added to it.
    case finished(path: String)
    /// A file of a folder is a link, and might be any file of this machine.
    case link(path: String, name: String)
    /// There is no entry of that name.
    case noEntry(name: String, path: String)

    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notAnArchive(let path):
            "\(path) is no zip archive. Name another."
        case .damaged(let path, let reason): "The archive \(path) is damaged: \(reason). Copy it again, or have it made again."
        case .unsupported(let path, let reason):
            "The archive \(path) cannot be read: \(reason). Unpack it with the program that made it, and pack it again, stored or deflated."
        case .unsafeName(let path, let name, let reason):
            "The archive \(path) has an entry \"\(name)\": \(reason). Nothing is taken out of it. Ask who made it."
        case .tooLarge(let path, let name, let size, let limit):
            "\(name) of \(path) has \(size) bytes, and no more than \(limit) are read at once. If that is an archive, unpack it into a folder, and open that."
        case .bomb(let path, let name, let size, let compressedSize):
            "\(name) of the archive \(path) would become \(size) bytes out of \(compressedSize), which is not unpacked. Ask who made it."
        case .bombInParts(let path, let size, let archiveSize):
            "The archive \(path) would become \(size) bytes out of \(archiveSize), which is not unpacked. Ask who made it."
        case .finished(let path): "The archive \(path) has been written, and takes no more. Write another."
        case .link(let path, let name):
            "\(name) in the folder \(path) is a link to elsewhere, which is not followed. Put the file itself in its place."
        case .noEntry(let name, let path): "The archive \(path) has no \(name)."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
