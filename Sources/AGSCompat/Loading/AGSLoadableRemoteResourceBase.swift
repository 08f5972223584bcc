public import Foundation

/// Something that a server has and that is loaded, to be subclassed as ``AGSLoadableBase`` is.
///
/// It keeps its credential, and asks nobody: that is up to the subclass. The tasks of this library are no subclasses of it.
open class AGSLoadableRemoteResourceBase: AGSLoadableBase, AGSRemoteResource {
    private let address: URL?
    private let held = HeldCredential()

    /// Something at an address.
    public init(url: URL?) {
        address = url
        super.init()
    }

    /// Where it is.
    open var url: URL? { address }
    /// Who is asking, if the server wants to know.
    open var credential: AGSCredential? {
        get { held.value }
        set { held.value = newValue }
    }
    /// How its requests are to be sent; nil for the global configuration. It is up to the subclass to do so.
    open var requestConfiguration: AGSRequestConfiguration? {
        get { held.configuration }
        set { held.configuration = newValue }
    }
}
