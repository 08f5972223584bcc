import CairnCore
import Foundation

extension HTTPRequest {
    /// Larger forms are not looked through: they hold features, or files.
    private static let largestForm = 1 << 20

    /// What must not be seen of it, whoever has put it there: what its header fields hold, and, by names that say so, its address and its form.
    var secrets: [String] {
        // What stands open in the address is none.
        let place = URL.withoutQuery(url).lowercased()
        let named = (SecretInAddress.values(in: url) + formValues).filter(\.isSecretOfAName)
        return (HeaderSecrets.values(in: headers) + named).filter { !place.contains($0.lowercased()) }
    }

    /// The same without a body in which no secret is looked for.
    var withFormAlone: HTTPRequest {
        guard body != nil, form == nil else { return self }
        var request = self
        request.body = nil
        return request
    }

    private enum Form {
        case urlEncoded
        case json
    }

    private var form: Form? {
        guard let body, Self.isSmall(body) else { return nil }
        let type = headers.first { $0.key.lowercased() == "content-type" }?.value.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") { return .urlEncoded }
        return type.hasPrefix("application/json") ? .json : nil
    }

    private static func isSmall(_ body: HTTPRequestBody) -> Bool {
        var size = 0
        for piece in body.pieces {
            guard case .data(let data) = piece, data.count <= largestForm - size else { return false }
            size += data.count
        }
        return true
    }

    private var formValues: [String] {
        guard let form, let data = try? body?.contents() else { return [] }
        switch form {
        case .urlEncoded:
            return FormEncoding.pairs(String(decoding: data, as: UTF8.self)).filter { SecretName.isOne($0.name) }.map(\.value)
        case .json:
            return (try? JSONValue(parsing: data)).map(Self.secrets) ?? []
        }
    }

    /// The texts at any depth whose names say that they are secret, or those of what they are in.
    private static func secrets(in json: JSONValue) -> [String] {
        var (open, found) = ([(json, false)], [String]())
        while let (value, isSecret) = open.popLast() {
            switch value {
            case .array(let elements): open += elements.map { ($0, isSecret) }
            case .object(let members): open += members.map { ($0.value, isSecret || SecretName.isOneOfJSON($0.key)) }
            case .string(let text) where isSecret: found.append(text)
            default: break
            }
        }
        return found
    }
}

extension String {
    /// Whether it may be what the name of a parameter says: not a word for whether there is something, nor what stands in any sentence.
    var isSecretOfAName: Bool {
        (6...16 << 10).contains(utf8.count) && !["true", "false", "null", "none"].contains(lowercased())
    }
}
