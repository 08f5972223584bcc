import CairnCore
import Foundation

extension JSONValue {
    /// A tree of dictionaries, arrays, strings, numbers and flags, as property lists hold them.
    ///
    /// - Throws: ``JobError/unreadable(file:reason:)`` for anything else, or what is nested more than 200 deep.
    init(propertyList: Any, depth: Int = 0) throws(JobError) {
        guard depth < Self.deepest else { throw .unreadable(file: Self.subject, reason: "it is nested too deeply") }
        // In this order: to ask a dictionary whether it is a number makes Foundation on Linux convert all that it holds.
        switch propertyList {
        case let members as [String: Any]:
            var values: [String: JSONValue] = [:]
            for (name, member) in members { values[name] = try JSONValue(propertyList: member, depth: depth + 1) }
            self = .object(values)
        case let elements as [Any]:
            var values: [JSONValue] = []
            for element in elements { values.append(try JSONValue(propertyList: element, depth: depth + 1)) }
            self = .array(values)
        case let text as String: self = .string(text)
        case is NSNull: self = .null
        default: self = try Self.scalar(propertyList)
        }
    }

    private static func scalar(_ value: Any) throws(JobError) -> JSONValue {
        if type(of: value) is any AnyObject.Type, let number = value as? NSNumber { return try scalar(of: number) }
        switch value {
        case let flag as Bool: return .bool(flag)
        case let number as any FixedWidthInteger:
            return Int(exactly: number).map { .integer($0) } ?? .decimal(Decimal(string: "\(number)") ?? 0)
        case let number as Decimal: return try scalar(of: number)
        case let number as Double: return try finite(number)
        case let number as Float: return try finite(Double(number))
        default: throw .unreadable(file: subject, reason: "it holds a \(type(of: value)), which JSON does not have")
        }
    }

    private static func scalar(of number: NSNumber) throws(JobError) -> JSONValue {
        if isFlag(number) { return .bool(number.boolValue) }
        if let decimal = number as? NSDecimalNumber { return try scalar(of: decimal.decimalValue) }
        switch String(cString: number.objCType) {
        case "d", "f": return try finite(number.doubleValue)
        default:
            // Not by way of `decimalValue`, which is another number on Linux.
            let isLarge = number.compare(NSNumber(value: Int.max)) == .orderedDescending
            return isLarge ? .decimal(Decimal(number.uint64Value)) : .integer(number.intValue)
        }
    }

    /// Whole numbers stay what they are, however large; fractions are the nearest that a `Double` has.
    private static func scalar(of decimal: Decimal) throws(JobError) -> JSONValue {
        if decimal.isNaN { return try finite(.nan) }
        if let whole = Int(decimal.description) { return .integer(whole) }
        return decimal.exponent >= 0 ? .decimal(decimal) : .number(NSDecimalNumber(decimal: decimal).doubleValue)
    }

    private static func isFlag(_ number: NSNumber) -> Bool {
        #if CAIRN_DARWIN
            // A class of its own there, and so told from a small number of the same type.
            type(of: number) == type(of: NSNumber(value: true))
        #else
            String(cString: number.objCType) == "c"
        #endif
    }

    private static func finite(_ number: Double) throws(JobError) -> JSONValue {
        guard number.isFinite else { throw .unreadable(file: subject, reason: "a number in it is not finite") }
        return Int(exactly: number).map { .integer($0) } ?? .number(number)
    }

    static let subject = "The dictionary of a job"
    private static let deepest = 200
}
