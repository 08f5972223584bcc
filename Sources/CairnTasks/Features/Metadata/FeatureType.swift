public import CairnCore
public import CairnGeo

/// One of the kinds into which a field of a layer divides its features.
///
/// ```swift
/// for type in table.info?.featureTypes ?? [] {
///     print(type.id, type.name, type.templates.map(\.name))
/// }
/// ```
public struct FeatureType: Sendable, Hashable {
    /// The value of the layer's ``FeatureLayerInfo/typeIDField`` that its features have.
    public var id: AttributeValue
    /// Its name for people.
    public var name: String
    /// The values that fields may have in features of this kind, by the names of the fields; those that are as in the whole layer are left out.
    public var domains: [String: AttributeDomain]
    /// What new features of this kind are filled with.
    public var templates: [FeatureTemplate]

    /// A kind of features.
    public init(
        id: AttributeValue, name: String, domains: [String: AttributeDomain] = [:], templates: [FeatureTemplate] = []
    ) {
        (self.id, self.name, self.domains, self.templates) = (id, name, domains, templates)
    }

    /// Reads a kind, or a subtype, as servers write it; nil without an id. A domain that is inherited, or cannot be read, is left out.
    ///
    /// - Parameters:
    ///   - json: What the server says.
    ///   - types: Those of the fields: moments are numbers on the wire.
    public init?(esriJSON json: JSONValue, types: [String: FieldType] = [:]) {
        guard let id = json["id"] ?? json["code"], id.array == nil, id.object == nil else { return nil }
        let domains = (json["domains"]?.object ?? [:]).compactMap { name, domain in
            AttributeDomain(esriJSON: domain, type: types[name]).map { (name, $0) }
        }
        self.init(
            id: AttributeValue(esriJSON: id), name: json["name"]?.string ?? "",
            domains: Dictionary(uniqueKeysWithValues: domains),
            templates: (json["templates"]?.array ?? []).map { FeatureTemplate(esriJSON: $0, types: types) })
    }
}

extension FeatureLayerInfo {
    /// The field that says of which kind a feature is; nil if the layer has no kinds.
    public var typeIDField: String? {
        ownName(of: json["typeIdField"]?.string ?? json["typeIDField"]?.string)
    }
    /// The kinds of features; none if the layer does not divide them.
    public var featureTypes: [FeatureType] { types(json["types"]) }
    /// The field that says of which subtype a feature is; nil if the layer has none.
    public var subtypeField: String? { ownName(of: json["subtypeField"]?.string) }
    /// The subtypes, by their codes; none if the layer has none.
    public var subtypes: [FeatureType] { types(json["subtypes"]) }
    /// What new features are filled with in a layer that does not divide them.
    public var templates: [FeatureTemplate] {
        let types = fieldTypes
        return (json["templates"]?.array ?? []).map { FeatureTemplate(esriJSON: $0, types: types) }
    }

    private func types(_ list: JSONValue?) -> [FeatureType] {
        let types = fieldTypes
        return (list?.array ?? []).compactMap { FeatureType(esriJSON: $0, types: types) }
    }
}
