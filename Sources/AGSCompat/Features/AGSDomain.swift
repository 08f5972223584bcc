import CairnGeo
import CairnTasks
public import Foundation

/// The values that an attribute may have.
public class AGSDomain: NSObject {
    let value: AttributeDomain

    init(_ value: AttributeDomain) {
        self.value = value
    }

    /// The old object of a domain.
    static func make(_ value: AttributeDomain) -> AGSDomain {
        value.range == nil ? AGSCodedValueDomain(value) : AGSRangeDomain(value)
    }

    /// Its name.
    public var name: String { value.name }
}

/// Values that are counted out.
public final class AGSCodedValueDomain: AGSDomain {
    /// The values.
    public var codedValues: [AGSCodedValue] { value.codedValues.map(AGSCodedValue.init) }
}

/// All values between two.
public final class AGSRangeDomain: AGSDomain {
    /// The least; of moments in milliseconds since 1970.
    public var minValue: Any? { value.range.map { NSNumber(value: $0.lowerBound) } }
    /// The greatest; of moments in milliseconds since 1970.
    public var maxValue: Any? { value.range.map { NSNumber(value: $0.upperBound) } }
}
