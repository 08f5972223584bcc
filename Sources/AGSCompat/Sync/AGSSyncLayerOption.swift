import CairnTasks
public import Foundation

/// Which way the edits of one layer go.
public final class AGSSyncLayerOption: NSObject {
    /// The number of the layer in the service.
    public var layerID: Int
    /// Which way its edits go.
    public var syncDirection: AGSSyncDirection

    /// Both ways of layer 0.
    public convenience override init() {
        self.init(layerID: 0)
    }

    /// Which way the edits of one layer go.
    public init(layerID: Int, syncDirection: AGSSyncDirection = .bidirectional) {
        (self.layerID, self.syncDirection) = (layerID, syncDirection)
    }

    convenience init(_ value: SyncLayerOption) {
        self.init(layerID: value.layerID, syncDirection: AGSSyncDirection(value.syncDirection))
    }

    var value: SyncLayerOption { SyncLayerOption(layerID: layerID, syncDirection: syncDirection.value) }
}
