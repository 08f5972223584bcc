public import Foundation

/// A place with attributes and a symbol, as a model: nothing here draws it.
open class AGSGraphic: NSObject, AGSGeoElement {
    /// The attributes by name.
    public let attributes: NSMutableDictionary
    /// The place; nil if it has none.
    open var geometry: AGSGeometry?
    /// How it is drawn; nil for as its overlay's renderer says.
    open var symbol: AGSSymbol?
    /// Whether it is drawn.
    open var isVisible = true
    /// Whether it is selected.
    open var isSelected = false
    /// What it is drawn above: what has less.
    open var zIndex = 0

    /// A graphic.
    ///
    /// - Parameters:
    ///   - geometry: The place.
    ///   - symbol: How it is drawn.
    ///   - attributes: The attributes by name.
    public init(geometry: AGSGeometry?, symbol: AGSSymbol?, attributes: [String: Any]? = nil) {
        (self.geometry, self.symbol) = (geometry, symbol)
        self.attributes = NSMutableDictionary()
        super.init()
        for (name, value) in attributes ?? [:] { self.attributes[name] = value }
    }

    /// A graphic without a place.
    public override init() {
        attributes = NSMutableDictionary()
        super.init()
    }
}
