public import Foundation

/// A range of numbers that is drawn by a symbol.
public final class AGSClassBreak: NSObject {
    /// What it means.
    public var breakDescription: String
    /// What it is called in a legend.
    public var label: String
    /// The smallest number of it; of what is the largest of another range that is not.
    public var minValue: Double
    /// The largest number of it.
    public var maxValue: Double
    /// How elements with such a number are drawn.
    public var symbol: AGSSymbol

    /// A range of numbers that is drawn by a symbol.
    public init(description: String, label: String, minValue: Double, maxValue: Double, symbol: AGSSymbol) {
        (breakDescription, self.label, self.symbol) = (description, label, symbol)
        (self.minValue, self.maxValue) = (minValue, maxValue)
    }
}

/// Elements by how much they are.
public final class AGSClassBreaksRenderer: AGSRenderer {
    /// The field whose value counts.
    public var fieldName: String
    /// The ranges; the first that a number is in counts.
    public var classBreaks: [AGSClassBreak]
    /// What all others are called in a legend.
    public var defaultLabel = ""
    /// How all others are drawn; nil for not at all.
    public var defaultSymbol: AGSSymbol?

    /// Elements by the value of a field.
    public init(fieldName: String, classBreaks: [AGSClassBreak]) {
        (self.fieldName, self.classBreaks) = (fieldName, classBreaks)
    }

    /// The symbol of the range that the element's value is in; the default one for others.
    public override func symbol(for element: any AGSGeoElement) -> AGSSymbol? {
        guard let number = (element.attributes[fieldName] as? NSNumber)?.doubleValue else { return defaultSymbol }
        return classBreaks.first { $0.minValue <= number && number <= $0.maxValue }?.symbol ?? defaultSymbol
    }
}
