package import CairnCore
import CairnGeo

extension TravelMode {
    /// As a service takes it.
    package var esriJSON: JSONValue {
        [
            "id": .string(id), "name": .string(name), "description": .string(modeDescription), "type": .string(kind.rawValue),
            "impedanceAttributeName": .string(impedanceAttributeName), "timeAttributeName": .string(timeAttributeName),
            "distanceAttributeName": .string(distanceAttributeName),
            "restrictionAttributeNames": .array(restrictionAttributeNames.map(JSONValue.string)),
            "attributeParameterValues": .array(
                attributeParameterValues.map {
                    ["attributeName": .string($0.attributeName), "parameterName": .string($0.parameterName), "value": $0.value]
                }),
            "useHierarchy": .bool(usesHierarchy), "uturnAtJunctions": .string(uTurnPolicy.rawValue),
            "simplificationTolerance": outputGeometryPrecision.map(JSONValue.number) ?? .null,
            "simplificationToleranceUnits": "esriMeters",
        ]
    }

    /// Reads a mode as a service tells it, and as it is told.
    package init(_ part: AnswerPart) throws {
        self.init()
        id = try part.optional("id")?.text() ?? ""
        name = try part.required("name").filledText()
        modeDescription = try part.optional("description")?.text() ?? ""
        kind = Kind(rawValue: try part.optional("type")?.text() ?? Kind.other.rawValue)
        impedanceAttributeName = try part.required("impedanceAttributeName").text()
        timeAttributeName = try part.optional("timeAttributeName")?.text() ?? ""
        distanceAttributeName = try part.optional("distanceAttributeName")?.text() ?? ""
        restrictionAttributeNames = try part.optional("restrictionAttributeNames")?.list().map { try $0.text() } ?? []
        attributeParameterValues =
            try part.optional("attributeParameterValues")?.list().map {
                AttributeParameterValue(
                    attributeName: try $0.required("attributeName").text(),
                    parameterName: try $0.required("parameterName").text(),
                    value: try $0.optional("value")?.json ?? .null)
            } ?? []
        usesHierarchy = try part.optional("useHierarchy")?.flag() ?? false
        uTurnPolicy = try part.optional("uturnAtJunctions").flatMap { UTurnPolicy(rawValue: try $0.text()) } ?? .allowedEverywhere
        outputGeometryPrecision = try part.meters("simplificationTolerance", in: "simplificationToleranceUnits")
    }
}
