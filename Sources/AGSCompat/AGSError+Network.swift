import CairnTasks
import Foundation

extension AGSError {
    /// Trouble of the network as old callers expect it: in `NSURLErrorDomain`.
    static func network(_ error: TransportError) -> NSError {
        NSError(
            domain: NSURLErrorDomain, code: code(of: error.reason),
            userInfo: [
                NSLocalizedDescriptionKey: error.description, NSURLErrorFailingURLStringErrorKey: error.url,
                NSUnderlyingErrorKey: error,
            ])
    }

    private static func code(of reason: TransportError.Reason) -> Int {
        switch reason {
        case .refused: NSURLErrorCannotConnectToHost
        case .unknownHost: NSURLErrorCannotFindHost
        case .timedOut: NSURLErrorTimedOut
        case .connectionLost: NSURLErrorNetworkConnectionLost
        case .tooLarge, .headTooLarge: NSURLErrorDataLengthExceedsMaximum
        case .redirection: NSURLErrorHTTPTooManyRedirects
        case .garbled, .redirectedPost: NSURLErrorBadServerResponse
        case .notUnderstood: NSURLErrorCannotParseResponse
        case .authenticationDemanded: NSURLErrorUserAuthenticationRequired
        case .untrusted: NSURLErrorServerCertificateUntrusted
        case .notEncrypted: NSURLErrorAppTransportSecurityRequiresSecureConnection
        case .invalidRequest: NSURLErrorBadURL
        case .failed: NSURLErrorUnknown
        }
    }
}
