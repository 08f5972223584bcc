public import Foundation

/// Something with attributes and, mostly, a place.
public protocol AGSGeoElement: AnyObject {
    /// The attributes by name.
    var attributes: NSMutableDictionary { get }
    /// The place; nil if it has none.
    var geometry: AGSGeometry? { get set }
}

extension AGSFeature: AGSGeoElement {}
