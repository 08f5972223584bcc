import Foundation

/// Several symbols, one above the other.
public final class AGSCompositeSymbol: AGSSymbol {
    /// The symbols, the lowest first.
    public var symbols: [AGSSymbol]

    /// Symbols, the lowest first.
    public init(symbols: [AGSSymbol]) { self.symbols = symbols }
    /// No symbols yet.
    public override convenience init() { self.init(symbols: []) }
}
