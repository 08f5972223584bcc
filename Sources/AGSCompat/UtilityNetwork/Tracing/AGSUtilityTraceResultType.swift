import CairnTasks
public import Foundation

/// What a trace gives.
public enum AGSUtilityTraceResultType: Int, Sendable {
    /// The parts of the network that were found.
    case elements = 0
    /// What the functions of the configuration come to.
    case functionOutputs = 1
    /// The geometries of what was found, put together.
    case geometry = 2

    init(_ type: UtilityTraceResultType) {
        self =
            switch type {
            case .elements: .elements
            case .functionOutputs: .functionOutputs
            case .geometry: .geometry
            }
    }

    /// One out of a list; nil if it is something else.
    init?(boxed value: NSValue) {
        guard let number = value as? NSNumber else { return nil }
        self.init(rawValue: number.intValue)
    }

    var value: UtilityTraceResultType {
        switch self {
        case .elements: .elements
        case .functionOutputs: .functionOutputs
        case .geometry: .geometry
        }
    }
}

extension NSValue {
    /// What a trace gives, for a list of that.
    public class func ags_value(with resultType: AGSUtilityTraceResultType) -> NSValue {
        NSNumber(value: resultType.rawValue)
    }
}
