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

extension AGSArcGISRuntimeEnvironment {
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
