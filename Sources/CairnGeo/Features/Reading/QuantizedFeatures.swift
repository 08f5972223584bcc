import CairnCore
import Foundation

/// Reads the features of a collection in Esri's Protocol Buffers: values in the order of the fields.
final class QuantizedFeatures: Sendable {
    let fields: [Field]
    let geometry: QuantizedGeometry
    private let names: FieldNames
    private let areDates: [Bool]

    init(_ fields: [Field], _ geometry: QuantizedGeometry) throws(ProtobufStop) {
        guard Set(fields.map(\.name)).count == fields.count else { throw .wrong("two fields have one name") }
        (self.fields, self.geometry) = (fields, geometry)
        names = FieldNames(fields.map(\.name))
        areDates = fields.map { $0.type == .date }
    }

    /// Reads a `Feature`.
    func feature(_ message: ProtobufCursor) throws(ProtobufStop) -> Feature {
        var message = message
        var shape: Geometry?
        let areDates = areDates
        var values: [AttributeValue] = []
        values.reserveCapacity(areDates.count)
        while !message.isAtEnd {
            switch try message.field() {
            case (1, .bytes):
                guard values.count < areDates.count else { throw .wrong("a feature has more values than there are fields") }
                values.append(try value(message.content(), isDate: areDates[values.count]))
            case (2, .bytes): shape = try geometry.geometry(message.content())
            case (3, _), (7, _): throw .refused(.unsupported("True curves and shape buffers"))
            case (_, let wire): try message.pass(wire)
            }
        }
        guard values.count == areDates.count else { throw .wrong("a feature has fewer values than there are fields") }
        return Feature(attributes: Attributes(names, values), geometry: shape)
    }

    /// Reads a `Value`, which holds one of its fields, or none for null.
    private func value(_ message: ProtobufCursor, isDate: Bool) throws(ProtobufStop) -> AttributeValue {
        var message = message
        var value = AttributeValue.null
        while !message.isAtEnd {
            switch try message.field() {
            case (1, .bytes): value = .string(try message.string())
            case (2, .fourBytes): value = .double(Double(try message.float()))
            case (3, .eightBytes): value = number(try message.double(), isDate)
            case (4, .varint), (8, .varint): value = whole(try message.zigzag(), isDate)
            case (5, .varint), (7, .varint):
                let number = try message.varint()
                value = Int(exactly: number).map { whole($0, isDate) } ?? .double(Double(number))
            case (6, .varint): value = whole(Int(truncatingIfNeeded: try message.varint()), isDate)
            case (9, .varint): value = .integer(try message.varint() == 0 ? 0 : 1)
            case (11, _): throw .refused(.unsupported("Values that are kept elsewhere"))
            case (_, let wire): try message.pass(wire)
            }
        }
        return value
    }

    private func whole(_ value: Int, _ isDate: Bool) -> AttributeValue {
        isDate ? .date(Date(wholeMilliseconds: value)) : .integer(value)
    }

    private func number(_ value: Double, _ isDate: Bool) -> AttributeValue {
        isDate ? .date(Date(milliseconds: value)) : .double(value)
    }
}
