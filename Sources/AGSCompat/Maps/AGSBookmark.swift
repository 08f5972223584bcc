public import Foundation

/// A view of a map that has a name.
public final class AGSBookmark: NSObject {
    /// Its name.
    public var name: String
    /// What it shows.
    public var viewpoint: AGSViewpoint

    /// A view with a name.
    public init(name: String, viewpoint: AGSViewpoint) { (self.name, self.viewpoint) = (name, viewpoint) }
}
