import CairnCore
public import Foundation

/// A mobile map package that cannot be opened, or made.
public enum MobileMapPackageError: Error, Sendable, Hashable {
    /// There is no such file or folder.
    case notFound(path: String)
    /// It is no package.
    case notAPackage(path: String)
    /// It is one of Esri's own, whose geodatabases have a format that is not open.
    case esriPackage(path: String)
    /// It was made by a newer version of this software.
    case newer(path: String, version: Int)
    /// It is not what it says that it is.
    case damaged(path: String, reason: String)
    /// It has expired, and may not be used any more.
    case expired(path: String, message: String)
    /// It has not been loaded.
    case notLoaded(path: String)
    /// It has been closed.
    case closed(path: String)
    /// Where its files are unpacked to are those of another package.
    case otherFiles(path: String, folder: String)
    /// What is to be made is there already.
    case exists(path: String)
    /// It is to be packed, and is packed already.
    case packed(path: String)
    /// It is to be unpacked, and is a folder already.
    case unpacked(path: String)
    /// What is to be made of it would lie within it.
    case within(path: String, folder: String)
}

extension MobileMapPackageError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notFound(let path): "There is no \(path)."
        case .notAPackage(let path):
            "\(path) is no mobile map package: it has no package.json. Name one that was taken offline here."
        case .esriPackage(let path):
            "\(path) is a mobile map package of Esri's, whose geodatabases only their software reads. Take its map offline again: here its features become GeoPackages."
        case .newer(let path, let version):
            "\(path) has the form \(version), which is newer than what is read here. Use a newer version of this software."
        case .damaged(let path, let reason): "The package \(path) is damaged: \(reason). Copy it again, or make it again."
        case .expired(let path, let message): "\(path) has expired. \(message.printable(upTo: 500))"
        case .notLoaded(let path): "\(path) has not been loaded yet. Await load() first."
        case .closed(let path): "\(path) has been closed. Open it anew, as another object."
        case .otherFiles(let path, let folder):
            "\(folder) holds the files of another package than \(path), perhaps with edits. Remove it once these are of no use any more, or name another workingDirectory."
        case .exists(let path): "\(path) is there already. Name another, or remove it first."
        case .packed(let path): "\(path) is one file, and packed already. Copy it, or name the folder of a package."
        case .unpacked(let path): "\(path) is a folder, and unpacked already. Copy it, or name the archive of a package."
        case .within(let path, let folder):
            "\(path) would lie within \(folder), and be packed with it the next time. Name another place."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
