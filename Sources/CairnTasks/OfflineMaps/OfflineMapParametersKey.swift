public import Foundation

/// Which part of an offline map parameters are for: the service that it comes from.
public struct OfflineMapParametersKey: Sendable, Hashable, Codable {
    /// The address of the service, without a slash or the number of a layer at its end.
    public let service: URL

    /// The part that a layer is of; nil if it is of none.
    public init?(layer: MapLayer) {
        guard let source = OfflineLayerSource(layer) else { return nil }
        service = source.service
    }

    init(service: URL) { self.service = service }
}
