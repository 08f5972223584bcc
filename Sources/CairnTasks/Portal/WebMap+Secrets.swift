import CairnCore
import Foundation

extension WebMap {
    /// The same without what lets anybody in: tokens and passwords in addresses. Whoever asks shows who he is by credentials.
    var withoutSecrets: WebMap { (try? WebMap(json: json.withoutSecretsInAddresses)) ?? self }
}

extension JSONValue {
    /// The same, with addresses that hold something secret as far as they do not.
    var withoutSecretsInAddresses: JSONValue {
        switch self {
        case .string(let text): .string(text.withoutSecretInAddress)
        case .array(let values): .array(values.map(\.withoutSecretsInAddresses))
        case .object(let members): .object(members.mapValues(\.withoutSecretsInAddresses))
        default: self
        }
    }
}

extension String {
    /// The same, but for an address with something secret, of which that is left out.
    var withoutSecretInAddress: String {
        guard contains("://"), let url = URL(string: self), SecretInAddress(url) != nil else { return self }
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "" }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        // What is secret in the path nobody can tell from the path.
        guard let plain = parts.url, SecretInAddress(plain) == nil else { return "" }
        return plain.absoluteString
    }
}
