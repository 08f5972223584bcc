public import Foundation

/// A layer within a map that a service draws.
public final class AGSArcGISMapImageSublayer: NSObject {
    /// Its number in the service.
    public let sublayerID: Int
    /// Its name.
    public var name: String
    /// Whether it is shown: what is set here is not sent anywhere.
    public var isVisible: Bool
    /// The layers within it, ``AGSArcGISMapImageSublayer``.
    public let sublayers = NSMutableArray()

    private init(_ layer: MapServiceLayer) {
        (sublayerID, name, isVisible) = (layer.id, layer.name, layer.isVisible)
    }

    /// The layers of a service that are in no other, with those that are in them. One that says to be within itself, or in one that comes after it, is
    /// in none; nor is one that would be more than 200 deep, for to let go of them all goes as deep.
    static func tree(_ layers: [MapServiceLayer]) -> [NSObject] {
        var known: [Int: (sublayer: AGSArcGISMapImageSublayer, depth: Int)] = [:]
        var outermost: [NSObject] = []
        for layer in layers where known[layer.id] == nil {
            let made = AGSArcGISMapImageSublayer(layer)
            let parent = layer.parentID.flatMap { known[$0] }.flatMap { $0.depth < Self.deepest ? $0 : nil }
            if let parent { parent.sublayer.sublayers.add(made) } else { outermost.append(made) }
            known[layer.id] = (made, (parent?.depth ?? 0) + 1)
        }
        return outermost
    }

    private static let deepest = 200
}
