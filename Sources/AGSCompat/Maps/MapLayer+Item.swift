import CairnTasks
import Foundation

extension MapLayer {
    /// What there is to say of a layer that a portal keeps.
    init(_ type: MapLayerType, of item: AGSPortalItem) {
        self.init(type, title: item.title)
        itemID = item.itemID
    }

    /// Says where it is, and what it is called, as its item says once it is loaded.
    mutating func complete(_ url: URL, _ title: String?) {
        if layerType == .vectorTiled { styleURL = url } else { self.url = url }
        if self.title.isEmpty { self.title = title ?? "" }
    }
}

extension URL {
    /// The name of a file, for people.
    var title: String { deletingPathExtension().lastPathComponent }

    /// Of a style that is within a service of vector tiles the service, else the same.
    var vectorTileService: URL {
        var steps = path(percentEncoded: true).components(separatedBy: "/")
        guard let place = steps.lastIndex(where: { $0.lowercased() == "vectortileserver" }), place + 1 < steps.count,
            var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return self }
        steps.removeSubrange((place + 1)...)
        parts.percentEncodedPath = steps.joined(separator: "/")
        return parts.url ?? self
    }
}
