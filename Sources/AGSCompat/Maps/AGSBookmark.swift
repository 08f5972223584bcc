public import Foundation

/// A view of a map that has a name.
public final class AGSBookmark: NSObject, NSCopying {
    /// Its name.
    public var name: String
    /// What it shows; nil until that is known.
    public var viewpoint: AGSViewpoint?

    /// A view that has neither a name nor a place yet.
    public override init() { (name, viewpoint) = ("", nil) }

    /// A view with a name.
    public init(name: String, viewpoint: AGSViewpoint?) { (self.name, self.viewpoint) = (name, viewpoint) }

    /// Another of the same name, which shows the same.
    public func copy(with zone: NSZone? = nil) -> Any { AGSBookmark(name: name, viewpoint: viewpoint) }
}
