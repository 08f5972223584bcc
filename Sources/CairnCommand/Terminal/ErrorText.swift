import Cairn
import Foundation

/// An error in words for people: what, to what, and what to do.
struct ErrorText {
    let text: String

    init(_ error: any Error) {
        if error is CancellationError {
            text = "It was interrupted."
        } else if let error = error as? CocoaError {
            text = Self.text(of: error)
        } else if let error = error as? POSIXError {
            text = "The system refuses: \(String(cString: strerror(error.code.rawValue)))."
        } else if let error = error as? any LocalizedError, let description = error.errorDescription {
            text = description
        } else {
            text = "\(error)"
        }
    }

    /// Foundation says what has happened, and keeps back to what.
    private static func text(of error: CocoaError) -> String {
        let path = error.filePath ?? (error.userInfo[NSURLErrorKey] as? URL)?.path ?? "a file"
        switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: return "\(path) is not there. Look for it, or name another."
        case .fileReadNoPermission, .fileWriteNoPermission:
            return "You may not use \(path). Change its permissions, or name another file."
        case .fileWriteFileExists: return "\(path) is there already, and is no folder. Name another."
        case .fileWriteOutOfSpace: return "There is no space left for \(path). Make room, and try again."
        case .fileWriteVolumeReadOnly: return "\(path) cannot be written: its volume is read-only. Name another place."
        case .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding, .fileReadCorruptFile:
            return "\(path) is no text in UTF-8."
        default:
            let cause = (error.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
            return "\(path) cannot be used: \(cause ?? "the system does not say why")."
        }
    }
}
