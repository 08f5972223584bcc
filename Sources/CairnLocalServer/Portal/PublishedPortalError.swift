import CairnCore
public import Foundation

/// A folder that cannot be published as a portal.
public enum PublishedPortalError: Error, Sendable, Hashable {
    /// It is not there, or no folder.
    case noFolder(path: String)
    /// A file of it is no JSON object.
    case noJSON(path: String, reason: String)
    /// The name of an item's folder cannot be an id.
    case wrongID(String)
    /// Nobody knows by what an item says who may see it.
    case wrongAccess(path: String, String)
    /// An item has several files that could be what it holds.
    case severalData(path: String, names: [String])
}

extension PublishedPortalError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .noFolder(let path): "\(path.printable()) is no folder. Name one that has a folder in it for each item."
        case .noJSON(let path, let reason): "\(path.printable()) cannot be used: \(reason) Mend it, or remove it."
        case .wrongID(let name):
            "\"\(name.printable(upTo: 60))\" cannot be the id of an item. Call its folder by letters, digits, - and _."
        case .wrongAccess(let path, let access):
            "\(path.printable()) says that the access is \(access.printable(upTo: 60)). It is one of \(PublishedItem.accesses.joined(separator: ", "))."
        case .severalData(let path, let names):
            "\(path.printable()) holds \(names.joined(separator: " and ").printable(upTo: 400)), and an item holds one. Remove the others, or call them otherwise."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
