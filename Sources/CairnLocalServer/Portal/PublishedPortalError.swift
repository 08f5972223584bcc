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
}

extension PublishedPortalError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .noFolder(let path): "\(path.printable()) is no folder. Name one that has a folder in it for each item."
        case .noJSON(let path, let reason): "\(path.printable()) cannot be used: \(reason) It must hold a JSON object."
        case .wrongID(let name):
            "\"\(name.printable(upTo: 60))\" cannot be the id of an item. Call its folder by letters, digits, - and _."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
