import CairnGeo
public import Foundation

extension AGSGeodatabase {
    private var replica: ReplicaInfo? { (try? geodatabase.replicaNow()) ?? nil }

    /// Whether it is a copy of a service that can be brought in step with that; false until loaded.
    public var isSyncEnabled: Bool { replica != nil }
    /// The id that the service has given it; nil if it is no such copy, until loaded, and for one that is no UUID.
    public var syncID: UUID? { UUID(globalID: replica?.id) }
    /// What is brought up to date at once; `none` if it is no such copy, and until loaded.
    public var syncModel: AGSSyncModel { replica.map { AGSSyncModel($0.syncModel) } ?? .none }
    /// The service that it is a copy of; nil if it is none, and until loaded.
    public var serviceURL: URL? { replica?.serviceURL }
}
