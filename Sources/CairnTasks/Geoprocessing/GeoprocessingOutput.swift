import CairnCore

/// A value that a tool has given, with the name of its parameter.
struct GeoprocessingOutput: Sendable {
    let name: String
    let value: GeoprocessingValue

    init(_ part: AnswerPart) throws {
        name = try part.required("paramName").filledText()
        let type = GeoprocessingDataType(rawValue: try part.required("dataType").filledText())
        value =
            try part.optional("value").map { try GeoprocessingValue($0, type: type) } ?? .unknown(dataType: type.rawValue, .null)
    }
}
