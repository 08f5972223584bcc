import Foundation

extension MapLayer {
    /// What it is called where people are told of it: its title; of one that has none the name of its service, or else its id, or its type.
    package var shownName: String {
        let url = offline?.serviceURL ?? url ?? styleURL
        let names = [title, url?.serviceName ?? "", id]
        return names.first { !$0.allSatisfy(\.isWhitespace) } ?? layerType.rawValue
    }
}

extension URL {
    /// The name of the service of an address such as `…/services/Town/Trees/FeatureServer/0`; nil if it is of none.
    fileprivate var serviceName: String? {
        let kinds: Set = ["featureserver", "mapserver", "imageserver", "vectortileserver"]
        let steps = pathComponents.filter { $0 != "/" }
        guard let kind = steps.lastIndex(where: { kinds.contains($0.lowercased()) }), kind > 0 else { return nil }
        return steps[kind - 1]
    }
}
