public import Foundation

/// Who may use a version.
public enum AGSVersionAccess: Int, Sendable {
    /// Everybody may see and edit it.
    case `public` = 0
    /// Everybody may see it, and its owner edit it.
    case protected = 1
    /// Its owner may.
    case `private` = 2
}

/// A version that is to be made. Services' versions are not offered here.
public final class AGSServiceVersionParameters: NSObject {
    /// Who may use it.
    public var access = AGSVersionAccess.public
    /// The name.
    public var name = ""
    /// What it is for.
    public var parametersDescription = ""

    /// A version without a name.
    public override init() {}
}

/// What a service says of one of its versions. They are not offered here.
public final class AGSServiceVersionInfo: NSObject {
    /// The name.
    public let name: String

    init(name: String) {
        self.name = name
    }
}
