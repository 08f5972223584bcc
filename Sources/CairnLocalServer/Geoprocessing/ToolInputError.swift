import CairnCore
public import Foundation

/// An input that a tool cannot use.
public enum ToolInputError: Error, Sendable, Hashable {
    /// It is an address: this server asks no others.
    case elsewhere
    /// Nothing was uploaded by that id, or it has been thrown away.
    case noItem(id: String)
    /// Something is wrong with it.
    case unusable(name: String, reason: String)
}

extension ToolInputError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .elsewhere:
            "The input is an address, and this server asks no others. Send the features, or upload the file, and refer to its itemID."
        case .noItem(let id):
            "Nothing was uploaded with the itemID \(id.printable(upTo: 60)), or it has been thrown away. Upload it again."
        case .unusable(let name, let reason): "\(name.printable()) cannot be used: \(reason)."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
