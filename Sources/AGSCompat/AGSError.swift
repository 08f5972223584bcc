import CairnTasks
import Foundation

/// The domain of errors that services answer.
public let AGSServicesErrorDomain = "com.esri.arcgis.runtime.services.error"

/// Errors as old callers expect them.
enum AGSError {
    /// Cancelled by the user: `NSUserCancelledError` in Cocoa's domain.
    static var cancelled: NSError {
        NSError(domain: NSCocoaErrorDomain, code: NSUserCancelledError, userInfo: [NSLocalizedDescriptionKey: "User cancelled."])
    }

    static func legacy(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError: cancelled
        case let error as ServiceError:
            NSError(domain: AGSServicesErrorDomain, code: error.code, userInfo: [NSLocalizedDescriptionKey: error.description])
        default: error
        }
    }
}
