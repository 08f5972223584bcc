public import Foundation

/// How the elements of a layer or an overlay are drawn, as a model: nothing here draws them.
public class AGSRenderer: NSObject {
    /// How an element is drawn; nil if the renderer has no symbol for it.
    public func symbol(for element: any AGSGeoElement) -> AGSSymbol? { nil }
}

/// All elements alike.
public final class AGSSimpleRenderer: AGSRenderer {
    /// The symbol of all.
    public var symbol: AGSSymbol?
    /// What it is called in a legend.
    public var label = ""
    /// What it means.
    public var rendererDescription = ""

    /// All elements by one symbol.
    public init(symbol: AGSSymbol) { self.symbol = symbol }

    /// No symbol yet.
    public override init() {}

    /// The symbol of all.
    public override func symbol(for element: any AGSGeoElement) -> AGSSymbol? { symbol }
}
