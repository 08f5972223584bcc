import CairnGeo
import Foundation

/// Something that a service lets its callers do, an open set: what a newer server adds is kept as it is.
public struct ServiceCapability: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `Query`.
    public let rawValue: String

    /// The capability of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Features are asked for.
    public static let query = ServiceCapability(rawValue: "Query")
    /// Features are added.
    public static let create = ServiceCapability(rawValue: "Create")
    /// Features are changed.
    public static let update = ServiceCapability(rawValue: "Update")
    /// Features are deleted.
    public static let delete = ServiceCapability(rawValue: "Delete")
    /// Features are added, changed and deleted; where some of that is listed by itself, only that.
    public static let editing = ServiceCapability(rawValue: "Editing")
    /// Files are uploaded.
    public static let uploads = ServiceCapability(rawValue: "Uploads")
    /// Copies are taken offline, and brought up to date.
    public static let sync = ServiceCapability(rawValue: "Sync")
    /// Features are taken out into files.
    public static let extract = ServiceCapability(rawValue: "Extract")
    /// What has changed is asked for.
    public static let changeTracking = ServiceCapability(rawValue: "ChangeTracking")

    /// Two of them are the same whatever letters are large.
    public static func == (left: ServiceCapability, right: ServiceCapability) -> Bool {
        left.rawValue.lowercased() == right.rawValue.lowercased()
    }

    /// Equal ones have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue.lowercased())
    }
}

extension Set<ServiceCapability> {
    /// Those of a list with commas, as servers write it.
    init(list: String) {
        self = Set(list.split(separator: ",").map { ServiceCapability(rawValue: $0.trimmingCharacters(in: .whitespaces)) })
    }

    /// Whether features are edited in a way: added, changed or deleted.
    package func takes(_ edits: ServiceCapability) -> Bool {
        let rights = LayerRights(capabilities: map(\.rawValue))
        return switch edits {
        case .create: rights.canAdd
        case .update: rights.canUpdate
        case .delete: rights.canDelete
        default: contains(edits)
        }
    }

    /// The list with commas.
    var list: String { map(\.rawValue).sorted().joined(separator: ",") }
}
