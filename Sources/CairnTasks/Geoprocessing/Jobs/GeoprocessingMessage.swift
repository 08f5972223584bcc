import CairnCore
import CairnGeo

/// Something that a server says of a job.
struct GeoprocessingMessage: Sendable, Hashable {
    let text: String
    let severity: JobMessage.Severity

    /// What a job that has failed says in one text; nil if it says nothing.
    init?(failure text: String) {
        guard !text.allSatisfy(\.isWhitespace) else { return nil }
        (self.text, severity) = (text.printable(upTo: 2000), .error)
    }

    /// - Returns: nil for one that says nothing.
    init?(_ part: AnswerPart) throws {
        guard let words = try part.words("description"), !words.allSatisfy(\.isWhitespace) else { return nil }
        text = words.printable(upTo: 2000)
        severity =
            switch try part.words("type")?.withoutEsri.lowercased() {
            case "jobmessagetypewarning": .warning
            case "jobmessagetypeerror", "jobmessagetypeabort": .error
            default: .info
            }
    }
}
