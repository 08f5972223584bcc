import Foundation

/// What must stand in no text that people or their logs get to see.
struct Leak {
    private let secrets: [String]

    init(secrets: [String]) {
        self.secrets = secrets
    }

    /// What is wrong with an error; nil if nothing is.
    func found(in error: any Error) -> String? {
        found(in: ["\(error)", error.localizedDescription] + TextLeaves(error).texts)
    }

    /// What is wrong with a result.
    func found(inResult value: Any) -> String? { found(in: TextLeaves(value).texts) }

    private func found(in texts: [String]) -> String? {
        for text in texts {
            if let secret = secrets.first(where: { text.contains($0) }) {
                return "the secret \(secret) in \(text.debugDescription)"
            }
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
