import CairnCore
import CairnWorkflow
import Foundation

/// An error in words for people: what, to what, and what to do.
struct ErrorText {
    let text: String

    init(_ error: any Error) {
        switch error {
        case is CancellationError: text = "It was interrupted."
        case let error as SystemError: text = [error.description, Self.advice(error)].compactMap(\.self).joined(separator: " ")
        default: text = error.words
        }
    }

    private static func advice(_ error: SystemError) -> String? {
        switch error.code {
        case ENOENT: "Look whether it is there, and its folder too."
        case EACCES, EPERM: "You may not: change who may, or name another."
        case EROFS: "Name a place that can be written."
        case ENOSPC, EDQUOT: "Make room, and try again."
        case EMFILE: "The process has too many files open: raise \"ulimit -n\"."
        default: nil
        }
    }
}
