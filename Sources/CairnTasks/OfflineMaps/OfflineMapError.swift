import CairnCore
public import Foundation

/// A map that cannot be taken offline, or a layer of it.
public enum OfflineMapError: Error, Sendable, Hashable {
    /// The layer is of a kind that cannot be taken offline.
    case notSupported(layer: String, type: String)
    /// The layer names no service, or no layer of its service.
    case noService(layer: String)
    /// Whoever asks for the map has left it out.
    case leftOut(layer: String)
    /// The service cannot give what is needed.
    case service(layer: String, reason: String)
    /// Nothing of the map could be had.
    case nothing(map: String, reasons: [String])
    /// Some layers could not be had, and the map was to be made with all of them only.
    case incomplete(map: String, reasons: [String])
    /// The folder is there already, and is not empty; or it is none.
    case exists(path: String)
    /// The map is not one that was taken offline.
    case notOffline(path: String)
    /// Something of the offline map is not as it should be.
    case damaged(path: String, reason: String)
    /// What a portal has packaged anew is of no use.
    case unusableUpdate(item: String, reason: String)
    /// The area has not been packaged, or could not be.
    case notPackaged(area: String)
    /// The item is no map area.
    case notAnArea(item: String, type: String)
}

extension OfflineMapError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notSupported(let layer, let type):
            "\(layer.printable(upTo: 100)) cannot be taken offline: it is a layer of type \(type.printable(upTo: 60)). Leave it out, or keep it as one that needs a network (onlineOnlyServicesOption)."
        case .noService(let layer): "\(layer.printable(upTo: 100)) names no layer of a service that could be taken offline."
        case .leftOut(let layer):
            "\(layer.printable(upTo: 100)) was left out, for the overrides have no parameters for its service."
        case .service(let layer, let reason): "\(layer.printable(upTo: 100)) cannot be taken offline. \(reason)"
        case .nothing(let map, let reasons):
            "Nothing of the map \(map.printable(upTo: 100)) could be taken offline. \(reasons.prefix(3).joined(separator: " "))"
        case .incomplete(let map, let reasons):
            "Some of the map \(map.printable(upTo: 100)) could not be taken offline; what could is kept, and is not asked for again when the job is retried. "
                + reasons.prefix(5).joined(separator: " ")
        case .exists(let path): "\(path) is there already. Name a folder that is not, or an empty one, or remove it first."
        case .notOffline(let path): "\(path) is no map that was taken offline: it has no package.json."
        case .damaged(let path, let reason):
            "\(path) is no map that was taken offline, or damaged. \(reason) Take the map offline again."
        case .unusableUpdate(let item, let reason):
            "What the portal has packaged anew as the item \(item.printable(upTo: 60)) is of no use, and what was there stays. \(reason) Try again later, or ask who made it."
        case .notAnArea(let item, let type):
            "\(item.printable(upTo: 100)) is no map area, but a \"\(type.printable(upTo: 60))\". Choose an item of type \"Map Area\"."
        case .notPackaged(let area):
            "The map area \(area.printable(upTo: 100)) has not been packaged by its portal, or could not be. Try again later, or ask who made it."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
