import CairnCore
public import Foundation

/// What a portal was asked for and cannot be.
public enum PortalError: Error, Sendable, Hashable {
    /// An item is of another type than is needed.
    case wrongType(id: String, type: PortalItemType, expected: PortalItemType)
    /// An item that should hold something holds nothing.
    case noData(id: String)
    /// A name cannot stand in an address.
    case notInAddress(String)
    /// Only somebody who is signed in can do that, and nobody is.
    case notSignedIn(url: String)
    /// The portal issues no tokens for names and passwords.
    case noTokens(url: String)
    /// A value is outside of what portals take.
    case outOfRange(String)
}

extension PortalError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .wrongType(let id, let type, let expected):
            "The item \(id.printable(upTo: 60)) is of type \"\(type.rawValue.printable(upTo: 60))\", and one of type "
                + "\"\(expected.rawValue)\" is needed. Choose another."
        case .noData(let id): "The item \(id.printable(upTo: 60)) holds no data. Choose another, or ask its owner."
        case .notInAddress(let name): "\"\(name)\" cannot be a part of an address. Check the name, or the id."
        case .notSignedIn(let url): "\(url) was asked without a credential, and names no user. Give the portal a credential."
        case .noTokens(let url): "\(url) issues no tokens for names and passwords. Sign in another way, such as by OAuth."
        case .outOfRange(let what): what
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
