import CairnTasks

/// Of which layers attachments come, when a map is taken offline.
public enum AGSReturnLayerAttachmentOption: Int, Sendable {
    /// Of none.
    case none = 0
    /// Of all.
    case allLayers = 1
    /// Of those that cannot be edited.
    case readOnlyLayers = 2
    /// Of those that can be edited.
    case editableLayers = 3

    init(_ value: ReturnLayerAttachmentOption) {
        self =
            switch value {
            case .none: .none
            case .allLayers: .allLayers
            case .readOnlyLayers: .readOnlyLayers
            case .editableLayers: .editableLayers
            }
    }

    var value: ReturnLayerAttachmentOption {
        switch self {
        case .none: ReturnLayerAttachmentOption.none
        case .allLayers: .allLayers
        case .readOnlyLayers: .readOnlyLayers
        case .editableLayers: .editableLayers
        }
    }
}
