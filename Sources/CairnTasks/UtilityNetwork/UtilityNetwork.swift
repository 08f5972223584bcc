public import CairnCore
import CairnGeo
public import Foundation
import Synchronization

/// A utility network: what is connected with what in the layers of a feature service.
///
/// ```swift
/// let network = UtilityNetwork(url: serviceURL)
/// let start = try await network.makeElement(feature: features[0], layerID: 1)
/// let parameters = try await network.makeDefaultTraceParameters(
///     traceType: .downstream, startingLocations: [start], domainNetworkName: "ElectricDistribution", tierName: "Medium Voltage")
/// for result in try await network.trace(using: parameters) { print(result.elements?.count ?? 0) }
/// ```
///
/// It is asked by the feature service and by the `UtilityNetworkServer` beside it. All of this is written after descriptions of these services, and
/// has been tried with stand-ins for them only, not yet with Esri's.
///
/// It loads itself when first asked. Every operation throws what loading throws; ``ServiceError`` and ``TransportError`` if a service fails, or its
/// answer does not say what it must; ``UtilityNetworkError``; `CancellationError` if the calling task is cancelled.
public final class UtilityNetwork: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The feature service, such as `…/FeatureServer`.
    public var url: URL { client.url }
    /// The version of the data that is asked about, such as `editor.Design`; nil for the default.
    public let versionName: String?
    package let client: ServiceClient

    struct Loaded: Sendable {
        let wire: UtilityNetworkWire
        let info: FeatureServiceInfo
        let layerID: Int
        let definition: UtilityNetworkDefinition
        let assets: UtilityAssets

        var lookup: UtilityElementLookup { UtilityElementLookup(wire: wire, assets: assets) }
    }

    private let loaded = Mutex<Loaded?>(nil)

    /// The utility network of a feature service.
    ///
    /// - Parameters:
    ///   - url: The service's address, such as `…/rest/services/Naperville/FeatureServer`.
    ///   - versionName: The version of the data that is asked about; nil for the default.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the services want to know.
    public init(
        url: URL, versionName: String? = nil, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil
    ) {
        client = ServiceClient(url: url, transport: transport, credential: credential)
        self.versionName = versionName
    }

    /// What has been loaded; nil if nothing was.
    var known: Loaded? { loaded.withLock(\.self) }

    /// What the network is made of; nil until loaded.
    public var definition: UtilityNetworkDefinition? { loaded.withLock { $0?.definition } }

    /// What the feature service says of itself; nil until loaded.
    public var info: FeatureServiceInfo? { loaded.withLock { $0?.info } }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let wire = try UtilityNetworkWire(client, versionName: versionName)
        let description = try await wire.description(of: client)
        let info = try FeatureServiceInfo(description)
        guard let layer = try description.optional("controllerDatasetLayers")?.optional("utilityNetworkLayerId")?.wholeNumber()
        else { throw UtilityNetworkError.noUtilityNetwork(service: URL.withoutQuery(url)) }
        let definition = try await wire.definition(layer: layer, of: info)
        let loaded = Loaded(
            wire: wire, info: info, layerID: layer, definition: definition, assets: UtilityAssets(definition))
        self.loaded.withLock { $0 = loaded }
    }

    /// What has been loaded, now if it was not before.
    func whenLoaded() async throws -> Loaded {
        try await load()
        guard let loaded = known else { throw CancellationError() }
        return loaded
    }
}

extension UtilityNetworkWire {
    /// What a network is made of.
    ///
    /// - Parameters:
    ///   - layer: The network's own layer.
    ///   - info: What the feature service says of itself.
    func definition(layer: Int, of info: FeatureServiceInfo) async throws -> UtilityNetworkDefinition {
        let names = Dictionary((info.layers + info.tables).map { ($0.id, $0.name) }) { first, _ in first }
        let answer = try await call(features, "queryDataElements", ["layers": "[\(layer)]"])
        let list = try answer.required("layerDataElements").list()
        let isOwn = { (part: AnswerPart) in try part.optional("layerId")?.wholeNumber() == layer }
        guard let element = try list.first(where: isOwn) ?? list.first else {
            throw answer.refusal("has no data element of the layer \(layer)")
        }
        var definition = try UtilityNetworkDefinition(element.required("dataElement"), layerNames: names)
        definition.capabilities = try Set(await description(of: network))
        if definition.networkAttributes.contains(where: { $0.domainName != nil }) {
            definition.add(try await domains(of: definition.networkSources.compactMap(\.layerID)))
        }
        return definition
    }

    /// The domains of layers; none if the service does not tell of them.
    private func domains(of layers: [Int]) async throws -> [AttributeDomain] {
        do {
            let form = ["layers": "[\(FeatureQueryWire.list(Set(layers).sorted()))]"]
            let answer = try await call(features, "queryDomains", form)
            return try answer.optional("domains")?.list().map(AttributeDomain.init) ?? []
        } catch let error as ServiceError where error.isRefusalOfQuestion {
            return []
        }
    }
}
