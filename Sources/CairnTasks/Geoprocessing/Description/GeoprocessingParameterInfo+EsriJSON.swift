package import CairnCore
import Foundation

extension GeoprocessingParameterInfo {
    init(_ part: AnswerPart) throws {
        try self.init(part, isColumn: false)
    }

    private init(_ part: AnswerPart, isColumn: Bool) throws {
        let type = GeoprocessingDataType(rawValue: try part.required("dataType").filledText())
        self.init(
            try part.required("name").filledText(), type, displayName: try part.words("displayName"),
            description: try part.words("description") ?? "", category: try part.words("category") ?? "",
            direction: try part.words("direction").map { try Self.direction($0, part) } ?? .input,
            requirement: try part.words("parameterType").map { try Self.requirement($0, part) } ?? .required,
            // An example for people, and no more, if it is not of the type.
            defaultValue: try part.optional("defaultValue").flatMap { try? GeoprocessingValue($0, type: type) },
            choices: try part.optional("choiceList")?.list().compactMap { try? $0.text() } ?? [],
            dependency: try part.words("dependency") ?? "",
            columns: try isColumn
                ? [] : part.optional("parameterInfos")?.list().map { try GeoprocessingParameterInfo($0, isColumn: true) } ?? [],
            json: part.json)
    }

    private static func direction(_ word: String, _ part: AnswerPart) throws -> Direction {
        switch word.withoutEsri.lowercased() {
        case "gpparameterdirectioninput": .input
        case "gpparameterdirectionoutput": .output
        default: throw part.refusal("has a direction that is not known")
        }
    }

    private static func requirement(_ word: String, _ part: AnswerPart) throws -> Requirement {
        switch word.withoutEsri.lowercased() {
        case "gpparametertyperequired": .required
        case "gpparametertypeoptional": .optional
        case "gpparametertypederived": .derived
        default: throw part.refusal("has a parameterType that is not known")
        }
    }

    /// The parameter as servers describe it: all of ``json``, and over it what the properties say.
    package var esriJSON: JSONValue {
        var members = json.object ?? [:]
        members["name"] = .string(name)
        members["dataType"] = .string(dataType.rawValue)
        members["displayName"] = .string(displayName)
        members["description"] = .string(description)
        members["category"] = .string(category)
        members["direction"] = .string("esriGPParameterDirection\(direction.rawValue.capitalized)")
        members["parameterType"] = .string("esriGPParameterType\(requirement.rawValue.capitalized)")
        members["defaultValue"] = defaultValue?.esriJSON ?? .null
        if !choices.isEmpty { members["choiceList"] = .array(choices.map(JSONValue.string)) }
        if !dependency.isEmpty { members["dependency"] = .string(dependency) }
        if !columns.isEmpty { members["parameterInfos"] = .array(columns.map(\.esriJSON)) }
        return .object(members)
    }
}

extension AnswerPart {
    /// A text that may be missing.
    func words(_ name: String) throws -> String? { try optional(name)?.text() }
}
