import CairnOffline
public import Foundation

/// What happens when a package ends.
public enum AGSExpirationType: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// People are told, and can go on.
    case allowExpiredAccess = 0
    /// It cannot be opened any more.
    case preventExpiredAccess = 1
}

/// When a package ends.
public final class AGSExpiration: NSObject {
    private let value: PackageExpiration
    /// Whether it has ended.
    public let isExpired: Bool

    init(_ value: PackageExpiration, isExpired: Bool) {
        (self.value, self.isExpired) = (value, isExpired)
    }

    /// When.
    public var dateTime: Date? { value.date }
    /// What people are told.
    public var message: String { value.message }
    /// What happens then.
    public var type: AGSExpirationType {
        value.type == .preventExpiredAccess ? .preventExpiredAccess : .allowExpiredAccess
    }
}
