import CairnCore
public import Foundation

/// What a portal has licensed to a user. Nothing here needs a license: it is kept for those who hand it on.
public final class AGSLicenseInfo: NSObject, AGSJSONSerializable, Sendable {
    private let json: JSONValue

    init(_ json: JSONValue) {
        self.json = json
    }

    /// As the portal has sent it.
    public func toJSON() throws -> Any { json.tree }

    /// Reads what ``toJSON()`` has written.
    public static func fromJSON(_ JSONObject: Any) throws -> any AGSJSONSerializable {
        AGSLicenseInfo(try JSONValue(propertyList: JSONObject))
    }
}
