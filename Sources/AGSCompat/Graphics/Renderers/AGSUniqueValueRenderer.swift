public import Foundation

/// Values that are drawn by a symbol.
public final class AGSUniqueValue: NSObject {
    /// What it means.
    public var valueDescription: String
    /// What it is called in a legend.
    public var label: String
    /// How elements with these values are drawn.
    public var symbol: AGSSymbol
    /// The values of the renderer's fields, in their order.
    public var values: [Any]

    /// Values that are drawn by a symbol.
    public init(description: String, label: String, symbol: AGSSymbol, values: [Any]) {
        (valueDescription, self.label, self.symbol, self.values) = (description, label, symbol, values)
    }
}

/// Elements by what they are.
public final class AGSUniqueValueRenderer: AGSRenderer {
    /// The fields whose values count.
    public var fieldNames: [String]
    /// The values that are told apart; the first that fits counts.
    public var uniqueValues: [AGSUniqueValue]
    /// What all others are called in a legend.
    public var defaultLabel: String
    /// How all others are drawn; nil for not at all.
    public var defaultSymbol: AGSSymbol?

    /// Elements by the values of fields.
    public init(fieldNames: [String], uniqueValues: [AGSUniqueValue], defaultLabel: String, defaultSymbol: AGSSymbol?) {
        (self.fieldNames, self.uniqueValues) = (fieldNames, uniqueValues)
        (self.defaultLabel, self.defaultSymbol) = (defaultLabel, defaultSymbol)
    }

    /// No values told apart yet.
    public override convenience init() { self.init(fieldNames: [], uniqueValues: [], defaultLabel: "", defaultSymbol: nil) }

    /// The symbol of the element's values; the default one for others.
    public override func symbol(for element: any AGSGeoElement) -> AGSSymbol? {
        let own = fieldNames.map { element.attributes[$0] }
        return uniqueValues.first { Self.fit(own, $0.values) }?.symbol ?? defaultSymbol
    }

    /// Numbers are equal whatever their type.
    private static func key(_ value: Any?) -> AnyHashable? {
        switch value {
        case nil, is NSNull: nil
        case let text as String: text
        case let number as NSNumber: number.doubleValue
        case let other?: other as? AnyHashable
        }
    }

    private static func fit(_ own: [Any?], _ values: [Any]) -> Bool {
        own.count == values.count
            && zip(own, values).allSatisfy { own, value in
                key(own) == key(value)
            }
    }
}
