/// What can be written to, and read from, JSON objects.
public protocol AGSJSONSerializable: AnyObject {
    /// A dictionary or array that property lists can hold.
    func toJSON() throws -> Any
    /// Reads what `toJSON()` has written; cast the result to the type that is wanted.
    static func fromJSON(_ JSONObject: Any) throws -> any AGSJSONSerializable
}
