import CairnCore
public import Foundation

/// Why a geodatabase cannot be made of a service, or be brought in step with it.
public enum SyncError: Error, Sendable, Hashable {
    /// The service makes no copies that are brought up to date.
    case notEnabled(service: String)
    /// The service does not do what is asked for, by its own words.
    case notSupported(service: String, what: String)
    /// The service takes no edits, or none of a copy that was made for downloads only, and some are to be sent.
    case takesNoEdits(service: String)
    /// The service gives copies only in Esri's own format.
    case onlyEsriFormat(service: String)
    /// A layer has no global ids, by which its features are told apart in both places.
    case noGlobalIDs(layer: String)
    /// A geodatabase is no copy of a service, or none that is brought up to date.
    case noReplica(path: String)
    /// A geodatabase is a copy of another service.
    case otherService(path: String, service: String)
    /// The service does not know the copy any more.
    case unknownReplica(name: String, service: String)
    /// The service says that its work has failed.
    case failed(service: String, reason: String)
    /// A table of a geodatabase that is a copy of a layer is not there any more.
    case noTable(name: String, path: String)
    /// Local edits were sent, and nobody knows whether they have arrived: the service does not say.
    case outcomeUnknown(service: String, reason: String)
    /// What the service has sent cannot be taken over without something being lost.
    case unusableAnswer(service: String, reason: String)
    /// Another sync of the same geodatabase is under way.
    case underWay(path: String)
    /// A new geodatabase would take the place of one whose service has not got all that was edited in it.
    case unsentEdits(path: String)
    /// A file is no delta, or one of another geodatabase.
    case wrongDelta(path: String, reason: String)
}

extension SyncError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notEnabled(let service):
            "\(service) makes no copies that are brought up to date (sync is not enabled). Ask who runs it, or export its layers instead."
        case .notSupported(let service, let what): "\(service) does not support \(what). Ask for it otherwise."
        case .takesNoEdits(let service):
            "\(service) takes no edits, or none of a copy that was made for downloads only, and none were sent. Sync in the direction \"download\"; or "
                + "ask who runs it to take them, and make the geodatabase anew."
        case .onlyEsriFormat(let service):
            "\(service) gives copies only in Esri's own format (SQLite), which only their software reads. Ask who runs it to offer JSON; or export "
                + "its layers, each by itself."
        case .noGlobalIDs(let layer):
            "\(layer.printable()) has no global ids, by which its features would be told apart here and there. Ask for a copy that is never brought "
                + "up to date (syncModel none, \"--model none\"), or leave the layer out (\"--layers\")."
        case .noReplica(let path):
            "\(path) is no copy of a service, or none that is brought up to date. Make one with a GeodatabaseSyncTask, or \"cairn generate-geodatabase\"."
        case .otherService(let path, let service):
            "\(path) is a copy of \(service). Make the GeodatabaseSyncTask of that service."
        case .unknownReplica(let name, let service):
            "\(service) does not know the copy \(name.printable()) any more. What was edited here is still here: export it (exportDelta), and make "
                + "the geodatabase anew."
        case .failed(let service, let reason): "\(service) could not do it: \(reason.printable())"
        case .noTable(let name, let path):
            "\(path) has no table \(name.printable()) any more, which is a copy of a layer. Make the geodatabase anew."
        case .outcomeUnknown(let service, let reason):
            "Edits were sent to \(service), and nobody knows whether they have arrived: \(reason) Nothing is lost, and nothing was sent twice. Sync "
                + "again when the service answers."
        case .unusableAnswer(let service, let reason):
            "What \(service) has sent cannot be used: \(reason). Nothing of it was taken over. Try again, and tell who runs the service if it stays so."
        case .underWay(let path): "\(path) is being synchronised already. Wait until that has ended."
        case .unsentEdits(let path):
            "\(path) is a copy with edits that its service has not got. Sync it, or remove it, before another takes its place; or name another file."
        case .wrongDelta(let path, let reason): "\(path) is no delta that can be taken: \(reason)."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
