public import Foundation

/// Something that lives on a server.
public protocol AGSRemoteResource: AnyObject {
    /// Its address; nil of what is in a file.
    var url: URL? { get }
    /// Who is asking: from then on the host and port of the address, by all that has no credential of its own; to be set before loading.
    var credential: AGSCredential? { get set }
    /// How its requests are sent; nil for ``AGSRequestConfiguration/global()``.
    var requestConfiguration: AGSRequestConfiguration? { get set }
}

extension AGSRemoteResource {
    /// Its address, as some old code spells it.
    #if !SilentMigration
        @available(*, deprecated, renamed: "url")
    #endif
    public var URL: Foundation.URL? { url }
}
