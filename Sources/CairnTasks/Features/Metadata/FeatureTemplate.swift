public import CairnCore
public import CairnGeo

/// What a new feature is filled with.
public struct FeatureTemplate: Sendable, Hashable {
    /// Its name for people.
    public var name: String
    /// What it says of itself.
    public var description: String
    /// The attributes of a new feature.
    public var prototype: Attributes
    /// How its place is drawn, such as `esriFeatureEditToolPoint`; empty if the service does not say.
    public var drawingTool: String

    /// What a new feature is filled with.
    public init(name: String, description: String = "", prototype: Attributes = [:], drawingTool: String = "") {
        (self.name, self.description, self.prototype, self.drawingTool) = (name, description, prototype, drawingTool)
    }

    /// Reads a template as servers write it; what is missing is empty.
    ///
    /// - Parameters:
    ///   - json: What the server says.
    ///   - types: Those of the fields: moments are numbers on the wire.
    public init(esriJSON json: JSONValue, types: [String: FieldType] = [:]) {
        let attributes = json["prototype"]?["attributes"]?.object ?? [:]
        self.init(
            name: json["name"]?.string ?? "", description: json["description"]?.string ?? "",
            prototype: Attributes(attributes.map { ($0.key, AttributeValue(esriJSON: $0.value, type: types[$0.key])) }),
            drawingTool: json["drawingTool"]?.string ?? "")
    }
}
