import CairnCore
import CairnTasks
public import Foundation

/// How many layers of a group are shown at a time.
public enum AGSGroupVisibilityMode: Int, Sendable {
    /// Each by itself.
    case independent = 0
    /// All of them, with the group, or none.
    case inherited = 1
    /// One.
    case exclusive = 2
}

/// Layers together.
public final class AGSGroupLayer: AGSLayer {
    /// The layers, ``AGSLayer``, the lowest first.
    public let layers: NSMutableArray

    /// How many of the layers are shown at a time, as a model.
    public var visibilityMode = AGSGroupVisibilityMode.independent
    /// Whether a legend shows the layers one by one, as a model.
    public var showChildrenInLegend = true

    /// No layers yet.
    public convenience init() { self.init(childLayers: []) }

    /// Layers together.
    public convenience init(childLayers: [AGSLayer]) {
        self.init(MapLayer(.group, title: ""), childLayers, nil)
    }

    init(_ model: MapLayer, _ layers: [AGSLayer], _ item: AGSItem?) {
        self.layers = NSMutableArray(array: layers)
        super.init(Nothing(), model, item: item)
    }

    /// A copy without the layers.
    private init(copying other: AGSGroupLayer) {
        (layers, visibilityMode, showChildrenInLegend) = (NSMutableArray(), other.visibilityMode, other.showChildrenInLegend)
        super.init(copying: other)
    }

    /// With copies of the layers. Without recursion: groups may nest as deep as they like.
    override func copied() -> AGSLayer {
        let copy = AGSGroupLayer(copying: self)
        var open = [(self, copy)]
        while let (group, copy) = open.popLast() {
            for case let layer as AGSLayer in group.layers {
                guard let inner = layer as? AGSGroupLayer else {
                    copy.layers.add(layer.copied())
                    continue
                }
                let made = AGSGroupLayer(copying: inner)
                copy.layers.add(made)
                open.append((inner, made))
            }
        }
        return copy
    }
}

/// What needs no loading.
final class Nothing: Loadable {
    let loader = Loader()

    @concurrent func performLoad() async throws {}
}
