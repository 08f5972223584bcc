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
}
