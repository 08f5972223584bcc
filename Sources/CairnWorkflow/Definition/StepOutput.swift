import CairnCore

/// What a step gives, where only its type is known.
protocol StepOutput: SendableMetatype {
    static var type: any Any.Type { get }
    /// The output in the form in which it is kept; nil if it cannot be.
    static func encoded(_ value: any Sendable) throws -> JSONValue?
    /// The output that was kept; nil if outputs of this type cannot be.
    static func decoded(_ json: JSONValue) throws -> (any Sendable)?
}

/// An output is kept as `{"value": …}`: records hold no nulls, so that one that is nil, and that of a step which gives nothing, are `{}`.
enum OutputType<Output: Sendable>: StepOutput {
    static var type: any Any.Type { Output.self }

    static func encoded(_ value: any Sendable) throws -> JSONValue? {
        if Output.self == Void.self { return [:] }
        guard Output.self is any Decodable.Type, let value = value as? any Encodable else { return nil }
        if try JSONValue(encoding: value).isNull { return [:] }
        return ["value": try JobRecord.storable(value)]
    }

    static func decoded(_ json: JSONValue) throws -> (any Sendable)? {
        if Output.self == Void.self { return () }
        guard let type = Output.self as? any Decodable.Type else { return nil }
        let value = try (json["value"] ?? .null).decode(type)
        return value as? Output
    }
}

/// What a step has given, in its type: the only place where a type that was forgotten is remembered.
///
/// It cannot be another. A `Step<Output>` is made by the addition that takes a body of that output, its serial is never given twice, and
/// whatever looks a step up compares it; what a checkpoint holds is decoded as that type, or refused.
func typedOutput<Output: Sendable>(_ value: any Sendable) -> Output {
    // Nearly always the type is that very one, and a cast, which looks for more, takes ten times as long.
    func same<Value: Sendable>(_ value: Value) -> Output? {
        Value.self == Output.self ? unsafeBitCast(value, to: Output.self) : nil
    }
    guard let output = same(value) ?? (value as? Output) else {
        preconditionFailure("A step that gives \(Output.self) has given \(Swift.type(of: value)).")
    }
    return output
}
