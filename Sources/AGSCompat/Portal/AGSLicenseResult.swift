public import Foundation

/// Whether a license holds.
public enum AGSLicenseStatus: Int, Sendable {
    /// It is none.
    case invalid = 0
    /// It holds no more.
    case expired = 1
    /// Somebody has to sign in first.
    case loginRequired = 2
    /// It holds.
    case valid = 3
}

/// What came of a license: it holds, for nothing here needs one.
public final class AGSLicenseResult: NSObject {
    /// Always valid.
    public let licenseStatus = AGSLicenseStatus.valid
    /// None: there are no extensions.
    public let extensionsStatus: [String: NSNumber] = [:]
}

/// What a license allows.
public enum AGSLicenseLevel: Int, Sendable {
    /// To try it out.
    case developer = 0
    /// What is asked of the least.
    case lite = 1
    /// Editing, too.
    case basic = 2
    /// Analysis, too.
    case standard = 3
    /// All.
    case advanced = 4
}

/// How a license was got.
public enum AGSLicenseType: Int, Sendable {
    /// It is there for those who develop.
    case developer = 0
    /// By a user who has signed in.
    case namedUser = 1
    /// By a key.
    case licenseKey = 2
}

/// The license of the runtime: nothing here needs one, so that it allows all, and holds for ever.
public final class AGSLicense: NSObject {
    /// All.
    public let licenseLevel = AGSLicenseLevel.advanced
    /// Always valid.
    public let licenseStatus = AGSLicenseStatus.valid
    /// That it does not end.
    public let isPermanent = true
    /// When it ends: never, a date that does not come.
    public let expiry: Date? = .distantFuture
    /// How it was got: as nobody needs one, as developers get it.
    public let licenseType = AGSLicenseType.developer
}

extension AGSArcGISRuntimeEnvironment {
    /// The license, which allows all.
    public static func license() -> AGSLicense { AGSLicense() }
    /// Takes a license, which nothing here needs, and looks at none.
    @discardableResult
    public static func setLicenseKey(_ licenseKey: String) throws -> AGSLicenseResult { AGSLicenseResult() }
    /// Takes a license with extensions, which nothing here needs, and looks at none.
    @discardableResult
    public static func setLicenseKey(_ licenseKey: String, extensions: [String]) throws -> AGSLicenseResult { AGSLicenseResult() }
    /// Takes a license of a portal, which nothing here needs, and looks at none.
    @discardableResult
    public static func setLicenseInfo(_ licenseInfo: AGSLicenseInfo) throws -> AGSLicenseResult { AGSLicenseResult() }
}
