import CairnCore
import CairnGeo

extension SyncError {
    /// Whether an error is of what a service has sent.
    static func isOfAnswer(_ error: any Error) -> Bool {
        error is JSONSyntaxError || error is GeometryError || error is ReplicaObjection || error is GeodatabaseError
            || error is SyncError
    }

    /// What such an error means for who has asked the service.
    static func unusable(_ error: any Error, of service: String) -> any Error {
        switch error {
        case let objection as ReplicaObjection: SyncError.unusableAnswer(service: service, reason: objection.reason)
        case is JSONSyntaxError, is GeometryError:
            SyncError.unusableAnswer(service: service, reason: "it cannot be read (\(error.words))")
        case GeodatabaseError.unusableAttachment: SyncError.unusableAnswer(service: service, reason: error.words)
        default: error
        }
    }

    /// Whether an error says that nothing was carried out. Services tell of time that has run out, with the work done, as of any failure; and what a
    /// gateway refuses, the service may have done.
    static func isRefusal(_ error: any Error) -> Bool {
        switch error {
        case let error as ServiceError: !error.isOfStatusAlone && [400, 401, 403, 498, 499].contains(error.code)
        // What may have been sent is thrown as a lost answer.
        case let error as TransportError: CredentialChallenge.Reason(error) == nil
        case is any CredentialError: true
        default: false
        }
    }
}
