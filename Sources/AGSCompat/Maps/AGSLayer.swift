import CairnCallbacks
import CairnCore
import CairnGeo
import CairnTasks
public import Foundation
import Synchronization

/// A layer of a map, as a model: nothing here shows it.
///
/// What is set here is not sent anywhere. Completions of `load` come on the main queue.
open class AGSLayer: NSObject, AGSLoadable, NSCopying {
    private let source: any Loadable
    private let loading = LegacyLoading()
    private let model: Mutex<MapLayer>
    /// What a portal keeps of it; nil if none does.
    public let item: AGSItem?

    /// - Parameters:
    ///   - source: What is loaded when the layer is.
    ///   - model: What a web map says of it.
    init(_ source: any Loadable, _ model: MapLayer, item: AGSItem? = nil) {
        (self.source, self.item) = (source, item)
        self.model = Mutex(model)
    }

    /// A copy. What asks a service is to be loaded anew; all else is loaded as the other is.
    init(copying other: AGSLayer, loading source: (any Loadable)? = nil) {
        (self.source, item) = (source ?? other.service.map(DescribedService.init(copying:)) ?? other.source, other.item)
        model = Mutex(other.value)
    }

    /// Another layer of the same, with what was set of this one: what is set there changes nothing here. What asks a service is to be
    /// loaded anew. The credential of a feature layer's table is that of its host, and so of both.
    public func copy(with zone: NSZone? = nil) -> Any { copied() }

    /// Another of the same class.
    func copied() -> AGSLayer { AGSLayer(copying: self) }

    /// What a web map says of it, with what was set here, and with where it is if only its item knows.
    var value: MapLayer {
        var model = model.withLock(\.self)
        if let url = service?.itemURL { model.complete(url, item?.title) }
        return model
    }

    /// The service that is loaded; nil of what is in a file, or loaded otherwise.
    final var service: DescribedService? { source as? DescribedService }
    /// The address of its service; nil until it is known, and if there is none.
    var address: URL? { service?.url }

    private func set(_ body: @Sendable (inout MapLayer) -> Void) { model.withLock { body(&$0) } }

    /// Its id within the map.
    public var layerID: String {
        get { value.id }
        set { set { $0.id = newValue } }
    }
    /// Its name for people.
    public var name: String {
        get { value.title }
        set { set { $0.title = newValue } }
    }
    /// Whether it is shown.
    public var isVisible: Bool {
        get { value.isVisible }
        set { set { $0.isVisible = newValue } }
    }
    /// How little shines through, 0…1.
    public var opacity: Float {
        get { Float(value.opacity) }
        set { set { $0.opacity = Double(newValue) } }
    }
    /// From which scale on, as the number under 1, it is shown; 0 for any.
    public var minScale: Double {
        get { value.minScale ?? 0 }
        set { set { $0.minScale = newValue > 0 ? newValue : nil } }
    }
    /// To which scale, as the number under 1, it is shown; 0 for any.
    public var maxScale: Double {
        get { value.maxScale ?? 0 }
        set { set { $0.maxScale = newValue > 0 ? newValue : nil } }
    }
    /// The rectangle around what it shows; nil until loaded, and if its service does not say.
    public var fullExtent: AGSEnvelope? { service?.extent.map(AGSEnvelope.init) }

    /// Whose data it shows; empty until loaded, and if its service does not say.
    public var attribution: String { service?.text("copyrightText") ?? "" }
    /// What its service says of it; empty until loaded, and if it does not.
    public var layerDescription: String { service.map { $0.text("description") ?? $0.text("serviceDescription") ?? "" } ?? "" }

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
}

/// A layer of a web map of a kind that the classes here do not know. It cannot be loaded.
public final class AGSUnsupportedLayer: AGSLayer {
    /// The web map's name for what it is.
    public var typeName: String { value.layerType.rawValue }

    init(_ model: MapLayer, item: AGSItem?) {
        super.init(UnsupportedLayer(name: model.layerType.rawValue), model, item: item)
    }

    private init(copying other: AGSUnsupportedLayer) { super.init(copying: other) }
    override func copied() -> AGSLayer { AGSUnsupportedLayer(copying: self) }
}

private final class UnsupportedLayer: Loadable {
    let loader = Loader()
    private let name: String

    init(name: String) {
        self.name = name
    }

    @concurrent func performLoad() async throws {
        throw AGSError.runtime(.commonNotImplemented, "A layer of type \"\(name.printable(upTo: 60))\" is not supported.")
    }
}
