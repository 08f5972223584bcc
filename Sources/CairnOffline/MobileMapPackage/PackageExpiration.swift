import CairnTasks
public import Foundation

/// When a package ends.
public struct PackageExpiration: Sendable, Hashable {
    /// What happens then.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// People are told, and can go on.
        case allowExpiredAccess
        /// It cannot be opened any more.
        case preventExpiredAccess
    }

    /// When.
    public let date: Date
    /// What people are told.
    public let message: String
    /// What happens then.
    public let type: Kind

    init(_ expiration: MobileMapPackageManifest.Expiration) {
        date = Date(timeIntervalSince1970: Double(expiration.date) / 1000)
        message = expiration.message
        type = expiration.preventsUse ? .preventExpiredAccess : .allowExpiredAccess
    }

    /// - Throws: ``MobileMapPackageError/expired(path:message:)`` if the package may not be used any more.
    func expectUsable(_ package: URL, at now: Date) throws(MobileMapPackageError) {
        guard type == .preventExpiredAccess, date <= now else { return }
        throw .expired(path: package.path, message: message)
    }
}
