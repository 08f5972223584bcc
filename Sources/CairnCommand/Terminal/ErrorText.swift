import CairnCore
import CairnWorkflow
import Foundation

/// An error in words for people: what, to what, and what to do.
struct ErrorText {
    let text: String

    init(_ error: any Error) {
        switch error {
        case is CancellationError: text = "It was interrupted."
        default: text = error.words
        }
    }
}
