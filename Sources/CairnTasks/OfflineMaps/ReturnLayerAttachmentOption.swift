/// Which layers of an offline map come with the files that are attached to their features.
public enum ReturnLayerAttachmentOption: String, Sendable, Hashable, Codable, CaseIterable {
    /// None.
    case none
    /// All.
    case allLayers
    /// Those of services that cannot be edited.
    case readOnlyLayers
    /// Those of services that can be edited.
    case editableLayers
}
