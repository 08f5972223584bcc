import CairnCallbacks
import CairnCore
import CairnGeo
public import CairnTasks
public import Foundation

/// A utility network: what is connected with what in the layers of a feature service.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSUtilityNetwork: NSObject, AGSLoadable, AGSRemoteResource {
    /// The network that this one drives.
    public let network: UtilityNetwork
    let tables: UtilityTables
    private let loading = LegacyLoading()
    private let held: HeldCredential

    /// A network of Cairn for old callers.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - map: A map that shows it: the features of elements are of the tables of its layers, where it has them.
    public init(_ network: UtilityNetwork, map: AGSMap? = nil) {
        (self.network, tables) = (network, UtilityTables(network, map))
        held = HeldCredential(network.client)
    }

    /// The network of a feature service, such as `…/FeatureServer`.
    public convenience init(url: URL) {
        self.init(UtilityNetwork(url: url))
    }

    /// The network of a feature service that a map shows.
    ///
    /// - Parameters:
    ///   - url: The service, such as `…/FeatureServer`.
    ///   - map: The map: the features of elements are of the tables of its layers, where it has them.
    public convenience init(url: URL, map: AGSMap) {
        self.init(UtilityNetwork(url: url), map: map)
    }

    /// The address of the service.
    public var url: URL? { network.url }
    /// Who is asking, if the service wants to know: from then on its host and port, by all that has no credential of its own; to be set before
    /// loading.
    public var credential: AGSCredential? {
        get { held.value }
        set { held.value = newValue }
    }
    /// What the network is made of; nothing until loaded.
    public var definition: AGSUtilityNetworkDefinition { AGSUtilityNetworkDefinition(known) }

    var known: UtilityNetworkDefinition { network.definition ?? UtilityNetworkDefinition() }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: network) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: network) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(network, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(network, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(network) }

    // MARK: - Tracing

    /// Traces the network: a result of each type that is asked for, in that order, with the parameters as they are now.
    @discardableResult
    public func trace(
        with traceParameters: AGSUtilityTraceParameters, completion: @escaping ([AGSUtilityTraceResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (network, value) = (network, traceParameters.value)
        return OperationCancelable({ try await network.trace(using: value) }) { results, error in
            completion(results?.map { AGSUtilityTraceResult.make($0, self.known) }, error)
        }
    }

    /// The traces that somebody has set up in the network under a name.
    @discardableResult
    public func queryNamedTraceConfigurations(
        with queryParameters: AGSUtilityNamedTraceConfigurationQueryParameters?,
        completion: @escaping ([AGSUtilityNamedTraceConfiguration]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (network, value) = (network, queryParameters?.value ?? UtilityNamedTraceConfigurationQueryParameters())
        return OperationCancelable({ try await network.queryNamedTraceConfigurations(using: value) }) { found, error in
            completion(found?.map { AGSUtilityNamedTraceConfiguration($0, self.known) }, error)
        }
    }
}
