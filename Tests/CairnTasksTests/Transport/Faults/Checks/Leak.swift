import Foundation

/// What must stand in no text that people or their logs get to see.
struct Leak {
    private let secrets: [String]

    init(secrets: [String]) {
        self.secrets = secrets
    }

    /// What is wrong with an error; nil if nothing is.
    func found(in error: any Error) -> String? {
        let texts = ["\(error)", error.localizedDescription] + TextLeaves(error).texts
        return secret(in: texts) ?? controlCharacter(in: texts)
    }

    /// What is wrong with a result. It is what the server says: who shows it sees to its control characters.
    func found(inResult value: Any) -> String? { secret(in: TextLeaves(value).texts) }

    private func secret(in texts: [String]) -> String? {
        for text in texts {
            if let secret = secrets.first(where: { text.contains($0) }) {
                return "the secret \(secret) in \(text.debugDescription)"
            }
        }
        return nil
    }

    private func controlCharacter(in texts: [String]) -> String? {
        for text in texts {
            if let scalar = text.unicodeScalars.first(where: Self.isControl) {
                return "the control character U+\(String(scalar.value, radix: 16)) in \(text.debugDescription)"
            }
        }
        return nil
    }

    /// Those of terminals, and those that turn the direction of writing.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
    }
}
