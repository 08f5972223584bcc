public import Foundation

/// How the value of an attribute is written.
public final class AGSPopupFieldFormat: NSObject {
    /// How many digits are behind the point; -1 for those that there are.
    public var decimalPlaces = -1
    /// Whether digits are grouped by thousands.
    public var useThousandsSeparator = false

    /// As people write numbers here.
    public override init() { super.init() }

    /// A number so written; nil for what is none.
    func text(of value: Any?) -> String? {
        guard let number = value as? NSNumber, !(value is Date) else { return nil }
        return whole(number).map(text) ?? text(number.doubleValue)
    }

    private func text(_ number: Decimal) -> String {
        let style = Decimal.FormatStyle.number.grouping(useThousandsSeparator ? .automatic : .never)
        return number.formatted(decimalPlaces < 0 ? style : style.precision(places))
    }

    private func text(_ number: Double) -> String {
        let style = FloatingPointFormatStyle<Double>.number.grouping(useThousandsSeparator ? .automatic : .never)
        return number.formatted(decimalPlaces < 0 ? style : style.precision(places))
    }

    private var places: NumberFormatStyleConfiguration.Precision { .fractionLength(min(decimalPlaces, 20)) }

    /// A whole number, of which a `Double` keeps only so many digits; nil for what has a fraction.
    private func whole(_ number: NSNumber) -> Decimal? {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): nil
        case UInt8(ascii: "Q"): Decimal(number.uint64Value)
        default: Decimal(number.int64Value)
        }
    }
}
