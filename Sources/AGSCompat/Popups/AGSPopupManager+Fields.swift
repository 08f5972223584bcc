import CairnCore
import CairnGeo
import CairnTasks
public import Foundation

extension AGSPopupManager {
    /// The column of a feature's table that a field shows; nil if there is none.
    func column(of field: AGSPopupField) -> AGSField? { feature?.featureTable?.field(forName: field.fieldName) }

    /// The field of that name; nil if there is none.
    public func field(forName fieldName: String) -> AGSPopupField? {
        popup.popupDefinition.fields.first { $0.fieldName.caseInsensitiveCompare(fieldName) == .orderedSame }
    }

    /// The type of an attribute; `unknown` of what is of no table.
    public func fieldType(for field: AGSPopupField) -> AGSFieldType { column(of: field)?.type ?? .unknown }

    /// The values that an attribute may have, those of its feature's kind before those of the table; nil for any.
    public func domain(for field: AGSPopupField) -> AGSDomain? {
        let column = column(of: field)
        return column.flatMap { featureType?.domains[$0.name] } ?? column?.domain
    }

    /// Whether an attribute may have no value.
    public func fieldIsNullable(_ field: AGSPopupField) -> Bool { column(of: field)?.allowNull ?? true }

    /// The greatest length of an attribute's text; 0 for any.
    public func length(for field: AGSPopupField) -> Int { column(of: field)?.length ?? 0 }

    /// The kind of the feature; nil if its table does not divide its features.
    public var featureType: AGSFeatureType? {
        guard let known = feature?.featureTable?.known, let field = known.typeIDField else { return nil }
        let id = popup.geoElement.attributes[field] as? NSObject
        return id.flatMap { id in known.featureTypes.first { $0.typeID as? NSObject == id } }
    }

    /// The number that a text is, as an attribute of that type has it.
    ///
    /// - Throws: An error in `AGSErrorDomain` if it is none, or no number of that type.
    public func number(from text: String, field: AGSPopupField) throws -> NSNumber {
        let words = text.trimmingCharacters(in: .whitespaces)
        let type = fieldType(for: field)
        let number: NSNumber? =
            switch type {
            case .int16: Int16(words).map(NSNumber.init)
            case .int32, .OID: Int32(words).map(NSNumber.init)
            case .float, .double: Self.number(words)
            case .unknown: Int(words).map { NSNumber(value: $0) } ?? Self.number(words)
            default: nil
            }
        guard let number else {
            throw AGSError.runtime(
                .commonInvalidArgument,
                "\"\(words.printable(upTo: 60))\" is no value for \(label(for: field)): it takes \(type.words).")
        }
        return number
    }

    /// All of a text, with a place's decimal separator, or a point where that groups no digits; nil for anything else, and for groups of digits, which are
    /// written one way here and another there.
    static func number(_ words: String, in locale: Locale = .current) -> NSNumber? {
        let separator = locale.decimalSeparator ?? "."
        if separator != ".", locale.groupingSeparator == ".", words.contains(".") { return nil }
        let plain = words.replacing(separator, with: ".")
        guard plain.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(plain), number.isFinite else {
            return nil
        }
        return NSNumber(value: number)
    }

    /// Why a field's value cannot be kept; nil if it can.
    public func validationError(for field: AGSPopupField) -> (any Error)? {
        guard field.isEditable else { return nil }
        let words = column(of: field).map { objection(to: value(for: field), in: $0, domain(for: field)) } ?? absence(of: field)
        return words.map { AGSError.runtime(.commonInvalidArgument, "\(label(for: field)) \($0).") }
    }

    /// Why a field that the feature's table does not have cannot be changed; nil while it is not known which it has, and of what is of no table.
    private func absence(of field: AGSPopupField) -> String? {
        guard let fields = feature?.featureTable?.fields, !fields.isEmpty, column(of: field) == nil else { return nil }
        return "is no field of the table"
    }

    /// Whether every field that is shown and may be changed can be kept.
    public var isGeoElementValid: Bool { editableDisplayFields.allSatisfy { validationError(for: $0) == nil } }

    /// Why a value is of no use to the column of a field; nil if it is, or there is none.
    func typeObjection(to value: Any, for field: AGSPopupField) -> String? {
        column(of: field).map { $0.type.takes(value) ? nil : "takes \($0.type.words)" } ?? absence(of: field)
    }

    private func objection(to value: Any?, in column: AGSField, _ domain: AGSDomain?) -> String? {
        guard let value else { return column.allowNull ? nil : "must have a value" }
        if !column.type.takes(value) { return "takes \(column.type.words)" }
        if let text = value as? String, column.length > 0, text.utf16.count > column.length {
            return "is longer than \(column.length) characters"
        }
        switch domain {
        case let coded as AGSCodedValueDomain:
            return coded.value(value) != nil ? nil : "must be one of \(coded.codedValues.map(\.name).formatted(.list(type: .or)))"
        case let range as AGSRangeDomain:
            guard let bounds = range.value.range else { return nil }
            if let date = value as? Date {
                let ends = [bounds.lowerBound, bounds.upperBound].map {
                    AGSPopup.text(of: Date(timeIntervalSince1970: $0 / 1000))
                }
                return bounds.contains(date.timeIntervalSince1970 * 1000) ? nil : "must lie between \(ends[0]) and \(ends[1])"
            }
            let ends = [bounds.lowerBound, bounds.upperBound].map { $0.formatted(.number.grouping(.never)) }
            guard let number = value as? NSNumber, !bounds.contains(number.doubleValue) else { return nil }
            return "must lie between \(ends[0]) and \(ends[1])"
        default: return nil
        }
    }
}

extension AGSCodedValueDomain {
    /// The one whose code is a value; nil if there is none.
    func value(_ value: Any?) -> AGSCodedValue? {
        let id = value as? UUID
        return codedValues.first { coded in
            if let id { return UUID(globalID: coded.code as? String) == id }
            return coded.code as? NSObject == value as? NSObject
        }
    }
}

extension AGSFieldType {
    fileprivate var words: String {
        switch self {
        case .int16: "whole numbers from -32768 to 32767"
        case .int32, .OID: "whole numbers from -2147483648 to 2147483647"
        case .float, .double: "numbers"
        case .date: "dates"
        case .GUID, .globalID: "UUIDs"
        case .unknown: "numbers"
        default: "texts"
        }
    }

    fileprivate func takes(_ value: Any) -> Bool {
        switch self {
        case .int16: (value as? NSNumber).map { Int16(exactly: $0) != nil } ?? false
        case .int32, .OID: (value as? NSNumber).map { Int32(exactly: $0) != nil } ?? false
        case .float, .double: (value as? NSNumber)?.doubleValue.isFinite ?? false
        case .date: (value as? Date).flatMap { Int(rounding: $0.timeIntervalSince1970 * 1000) } != nil
        case .GUID, .globalID: value is UUID || (value as? String).flatMap { UUID(globalID: $0) } != nil
        case .text: value is String
        default: true
        }
    }
}
