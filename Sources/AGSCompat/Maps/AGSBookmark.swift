import CairnCore
import CairnGeo
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

    /// As a web map has it, by its viewpoint, or its extent; nil for what is none.
    convenience init?(_ json: JSONValue, in reference: SpatialReference?) {
        guard json.object != nil else { return nil }
        let extent = json["extent"].map { JSONValue.object(["targetGeometry": $0]) }
        let places = [json["viewpoint"], extent].lazy.compactMap(\.self)
        self.init(
            name: json["name"]?.string ?? "", viewpoint: places.compactMap { AGSViewpoint($0, in: reference) }.first)
    }

    /// Another of the same name, which shows the same.
    public func copy(with zone: NSZone? = nil) -> Any { AGSBookmark(name: name, viewpoint: viewpoint) }
}
