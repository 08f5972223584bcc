public import Foundation

/// Something that a server has.
public protocol AGSRemoteResource: AnyObject {
    /// Where; nil of what is not on one server alone, or on this machine.
    var url: URL? { get }
    /// Who is asking, if the server wants to know.
    var credential: AGSCredential? { get set }
}
