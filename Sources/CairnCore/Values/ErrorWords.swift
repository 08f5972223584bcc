import Foundation

extension Error {
    /// What happened, to what, and what to do, in words for people; of Foundation's errors too, which keep back to what. Nothing in it moves a
    /// terminal's cursor; some errors have several lines.
    package var words: String { unescapedWords.printableLines }

    private var unescapedWords: String {
        if let error = self as? CocoaError { return error.cocoaWords }
        if let error = self as? DecodingError { return error.decodingWords }
        if let error = self as? POSIXError { return "The system refuses: \(String(cString: strerror(error.code.rawValue)))." }
        return (self as? any LocalizedError)?.errorDescription ?? "\(self)"
    }
}

extension CocoaError {
    fileprivate var cocoaWords: String {
        let name = filePath ?? (userInfo[NSURLErrorKey] as? URL)?.path ?? "A file"
        let path = name.printable(upTo: .max)
        switch code {
        case .fileNoSuchFile, .fileReadNoSuchFile: return "\(path) is not there. Look for it, or name another."
        case .fileReadNoPermission where isSpecial(name):
            return "\(path) is no regular file. Name one, or write what it gives to one."
        case .fileReadNoPermission, .fileWriteNoPermission:
            return "You may not use \(path). Change its permissions, or name another."
        case .fileWriteFileExists: return "\(path) is there already, and is no folder. Name another."
        case .fileWriteOutOfSpace: return "There is no space left for \(path). Make room, and try again."
        case .fileWriteVolumeReadOnly: return "\(path) cannot be written: its volume is read-only. Name another place."
        case .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding, .fileReadCorruptFile:
            return "\(path) is no text in UTF-8."
        default:
            let cause = (underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
            return "\(path) cannot be used: \(cause ?? "the system does not say why")."
        }
    }

    /// Foundation reads neither devices nor pipes, and says that one may not.
    private func isSpecial(_ path: String) -> Bool {
        let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        return type.map { ![.typeRegular, .typeDirectory].contains($0) } ?? false
    }
}

extension DecodingError {
    fileprivate var decodingWords: String {
        func place(_ context: Context, _ last: (any CodingKey)? = nil) -> String {
            let path = (context.codingPath + [last].compactMap(\.self)).map { $0.intValue.map(String.init) ?? $0.stringValue }
            return path.isEmpty ? "The whole" : "\"\(path.joined(separator: "."))\""
        }
        return switch self {
        case .typeMismatch(_, let context): "\(place(context)) is of another type than is expected."
        case .valueNotFound(_, let context): "\(place(context)) is empty."
        case .keyNotFound(let key, let context): "\(place(context, key)) is missing."
        case .dataCorrupted(let context): "\(place(context)) is not what is expected."
        @unknown default: "It is not what is expected."
        }
    }
}
