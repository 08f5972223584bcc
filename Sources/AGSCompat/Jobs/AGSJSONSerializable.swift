/// What can be written to, and read from, JSON objects.
public protocol AGSJSONSerializable: AnyObject {
    /// A dictionary or array that property lists can hold.
    func toJSON() throws -> Any
    /// Reads what `toJSON()` has written; cast the result to the type that is wanted.
    static func fromJSON(_ JSONObject: Any) throws -> any AGSJSONSerializable
    /// What `fromJSON(_:)` was given and does not know; nil if nothing.
    var unknownJSON: [String: Any]? { get }
    /// What `fromJSON(_:)` was given, and knows, and does not support; nil if nothing.
    var unsupportedJSON: [String: Any]? { get }
}

extension AGSJSONSerializable {
    /// Nothing.
    public var unknownJSON: [String: Any]? { nil }
    /// Nothing.
    public var unsupportedJSON: [String: Any]? { nil }
}
