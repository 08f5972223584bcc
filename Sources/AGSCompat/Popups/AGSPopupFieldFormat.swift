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
        let grouping: FloatingPointFormatStyle<Double>.Configuration.Grouping = useThousandsSeparator ? .automatic : .never
        let style = FloatingPointFormatStyle<Double>.number.grouping(grouping)
        guard decimalPlaces >= 0 else { return number.doubleValue.formatted(style) }
        return number.doubleValue.formatted(style.precision(.fractionLength(min(decimalPlaces, 20))))
    }
}
