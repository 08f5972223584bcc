import CairnCore
import Foundation

extension JSONValue {
    /// The same as dictionaries, arrays, texts, numbers, flags and `NSNull`, as Foundation reads JSON, but for numbers with fractions: they are the
    /// `Double`s that they are here, to the last bit, where Foundation on Linux makes decimal ones, which are read back as others.
    var tree: Any {
        switch self {
        case .null: NSNull()
        // Not Swift's own: `as? Double` of a whole number, as old code has it, is for numbers of Foundation.
        case .bool(let flag): NSNumber(value: flag)
        case .integer(let number): NSNumber(value: number)
        case .number(let number): NSNumber(value: number)
        case .decimal(let number): NSDecimalNumber(decimal: number)
        case .string(let text): text
        case .array(let values): values.map(\.tree)
        case .object(let members): members.mapValues(\.tree)
        }
    }
}
