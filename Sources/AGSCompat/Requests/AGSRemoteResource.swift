public import Foundation

/// Something that lives on a server.
@dynamicMemberLookup
public protocol AGSRemoteResource: AnyObject {
    /// Its address; nil of what is in a file.
    var url: URL? { get }
    /// Who is asking: from then on the host and port of the address, by all that has no credential of its own; to be set before loading.
    var credential: AGSCredential? { get set }
    /// How its requests are sent; nil for ``AGSRequestConfiguration/global()``.
    var requestConfiguration: AGSRequestConfiguration? { get set }
}

extension AGSRemoteResource {
    /// Finds `URL`, as some old code spells the address.
    public subscript<Value>(dynamicMember name: KeyPath<AGSOldSpelling, Value>) -> Value {
        AGSOldSpelling(url)[keyPath: name]
    }
}

/// What some old code spells in another way, of whatever has an address.
///
/// They are no members of the classes: a property `URL` would hide the type of that name in every extension of these.
public struct AGSOldSpelling {
    /// Its address, as some old code spells it.
    #if !SilentMigration
        @available(*, deprecated, renamed: "url")
    #endif
    public var URL: Foundation.URL? { url }

    private let url: Foundation.URL?

    init(_ url: Foundation.URL?) { self.url = url }
}
