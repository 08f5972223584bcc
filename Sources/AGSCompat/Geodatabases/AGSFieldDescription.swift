import CairnGeo
public import Foundation

/// A field of a table that is to be made.
public final class AGSFieldDescription: NSObject {
    /// The name.
    public let name: String
    /// The type.
    public let fieldType: AGSFieldType
    /// The name for people; empty for the name itself.
    public var alias = ""
    /// The greatest length of text; 0 for no limit.
    public var length = 0

    /// A field.
    public init(name: String, fieldType: AGSFieldType) {
        (self.name, self.fieldType) = (name, fieldType)
    }

    /// - Throws: For a type that no geodatabase holds.
    func value() throws -> Field {
        guard let type = fieldType.value, ![.blob, .geometry, .raster, .XML].contains(fieldType) else {
            throw AGSError.runtime(
                .commonInvalidArgument,
                "The field \(name) is of a type that a geodatabase does not hold here. Attach bytes to features, and keep XML as text."
            )
        }
        return Field(name, type: type, alias: alias.isEmpty ? nil : alias, length: length > 0 ? length : nil)
    }
}
