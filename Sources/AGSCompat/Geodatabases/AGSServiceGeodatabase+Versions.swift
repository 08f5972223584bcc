import Foundation

/// Versions of a service are not offered: what they are asked for is refused.
extension AGSServiceGeodatabase {
    /// The name of the default version: none.
    public var defaultVersionName: String { "" }
    /// The name of the version that is used: none.
    public var versionName: String { "" }

    /// Refused.
    @discardableResult
    public func fetchVersions(completion: @escaping ([AGSServiceVersionInfo]?, (any Error)?) -> Void) -> any AGSCancelable {
        OperationCancelable({ throw Self.refusal }) { (_: Never?, error) in completion(nil, error) }
    }

    /// Refused.
    @discardableResult
    public func createVersion(
        with parameters: AGSServiceVersionParameters, completion: @escaping (AGSServiceVersionInfo?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        OperationCancelable({ throw Self.refusal }) { (_: Never?, error) in completion(nil, error) }
    }

    /// Refused.
    @discardableResult
    public func switchVersion(withName name: String, completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        OperationCancelable({ throw Self.refusal }) { (_: Never?, error) in completion?(error) }
    }

    private static var refusal: NSError {
        AGSError.runtime(
            .commonNotImplemented, "Versions of a service are not offered here. Edit the default version, which is used.")
    }
}
