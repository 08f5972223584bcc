import CairnCore
import CairnTasks
public import Foundation

/// Layers together.
public final class AGSGroupLayer: AGSLayer {
    /// The layers, ``AGSLayer``, the lowest first.
    public let layers: NSMutableArray

    /// Layers together.
    public convenience init(childLayers: [AGSLayer]) {
        self.init(MapLayer(.group, title: ""), childLayers, nil)
    }

    init(_ model: MapLayer, _ layers: [AGSLayer], _ item: AGSItem?) {
        self.layers = NSMutableArray(array: layers)
        super.init(Nothing(), model, item: item)
    }
}

/// What needs no loading.
final class Nothing: Loadable {
    let loader = Loader()

    @concurrent func performLoad() async throws {}
}
