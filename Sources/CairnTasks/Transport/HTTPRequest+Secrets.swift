import CairnCore
import Foundation

extension HTTPRequest {
    /// Larger forms are not looked through: they hold features, or files.
    private static let largestForm = 1 << 20

    /// What must not be seen of it, whoever has put it there: what its header fields hold, and, by names that say so, its address and its form.
    var secrets: [String] {
        // What stands open in the address is none.
        let place = URL.withoutQuery(url).lowercased()
        let fields = HeaderSecrets.values(in: headers).filter { !place.contains($0.lowercased()) }
        return fields + (SecretInAddress.values(in: url) + formValues).filter(\.isSecretOfAName)
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
            let members = (try? JSONValue(parsing: data))?.object ?? [:]
            return members.filter { SecretName.isOne($0.key) }.values.compactMap(\.string)
        }
    }
}

extension String {
    /// Whether it may be what the name of a parameter says: not a word for whether there is something, nor what stands in any sentence.
    var isSecretOfAName: Bool {
        (6...16 << 10).contains(utf8.count) && !["true", "false", "null", "none"].contains(lowercased())
    }
}
