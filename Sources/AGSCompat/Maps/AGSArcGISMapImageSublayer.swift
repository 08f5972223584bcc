import CairnCore
import CairnTasks
public import Foundation

/// A layer within a map that a service draws. What is loaded is its table.
public final class AGSArcGISMapImageSublayer: NSObject, AGSLoadable {
    /// Its number in the service.
    public let sublayerID: Int
    /// Its name.
    public var name: String
    /// Whether it is shown: what is set here is not sent anywhere.
    public var isVisible: Bool
    /// A condition that what is drawn must meet, in SQL, as a model: what is set here is not sent anywhere. Queries heed that of the ``table``.
    public var definitionExpression = ""
    /// The layers within it, ``AGSArcGISMapImageSublayer``.
    public let sublayers = NSMutableArray()

    /// The features that it draws, to be asked for; nil of layers that have none of their own, such as groups and images.
    public var table: AGSServiceFeatureTable? {
        shownTable.value { service?.table(sublayerID).map(AGSServiceFeatureTable.init) } as? AGSServiceFeatureTable
    }
    /// What has the features; nil if there are none.
    private let service: DescribedService?
    private let shownTable = ShownObject()
    private let nothing = Nothing()
    private let loading = LegacyLoading()
    private var source: any Loadable { table?.source ?? nothing }

    private init(_ layer: MapServiceLayer, of service: DescribedService) {
        (sublayerID, name, isVisible) = (layer.id, layer.name, layer.isVisible)
        self.service = layer.hasFeatures ? service : nil
    }

    private init(copying other: AGSArcGISMapImageSublayer, of service: DescribedService?) {
        (sublayerID, name, isVisible) = (other.sublayerID, other.name, other.isVisible)
        self.service = other.service == nil ? nil : service
        definitionExpression = other.definitionExpression
    }

    /// Another of the same of a copy of its service, with what was set of it and of those within it.
    func copied(of service: DescribedService?) -> AGSArcGISMapImageSublayer {
        let copy = AGSArcGISMapImageSublayer(copying: self, of: service)
        var open = [(self, copy)]
        while let (sublayer, copy) = open.popLast() {
            for case let inner as AGSArcGISMapImageSublayer in sublayer.sublayers {
                let made = AGSArcGISMapImageSublayer(copying: inner, of: service)
                copy.sublayers.add(made)
                open.append((inner, made))
            }
        }
        return copy
    }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: source) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: source) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(source) }

    // MARK: - Those of a service

    /// The layers of a service that are in no other, with those that are in them. One that says to be within itself, or in one that comes after it, is
    /// in none; nor is one that would be more than 200 deep, for to let go of them all goes as deep.
    static func tree(of service: DescribedService) -> [NSObject] {
        var known: [Int: (sublayer: AGSArcGISMapImageSublayer, depth: Int)] = [:]
        var outermost: [NSObject] = []
        for layer in service.layers where known[layer.id] == nil {
            let made = AGSArcGISMapImageSublayer(layer, of: service)
            let parent = layer.parentID.flatMap { known[$0] }.flatMap { $0.depth < Self.deepest ? $0 : nil }
            if let parent { parent.sublayer.sublayers.add(made) } else { outermost.append(made) }
            known[layer.id] = (made, (parent?.depth ?? 0) + 1)
        }
        return outermost
    }

    private static let deepest = 200
}
