import CairnCallbacks
import CairnCore
import CairnGeo
public import CairnTasks
public import Foundation

/// A utility network: what is connected with what in the layers of a feature service.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSUtilityNetwork: AGSLoadableRemoteResourceBase {
    /// The network that this one drives.
    public let network: UtilityNetwork
    let tables: UtilityTables

    /// A network of Cairn for old callers.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - map: A map that shows it: the features of elements are of the tables of its layers, where it has them.
    public init(_ network: UtilityNetwork, map: AGSMap? = nil) {
        (self.network, tables) = (network, UtilityTables(network, map))
        super.init(driving: network, at: network.client.url, HeldCredential(network.client))
    }

    /// The network of a feature service, such as `…/FeatureServer`.
    public convenience init(url: URL) {
        self.init(UtilityNetwork(url: url, transport: ConfiguredTransport()))
    }

    /// The network of a feature service that a map shows.
    ///
    /// - Parameters:
    ///   - url: The service, such as `…/FeatureServer`.
    ///   - map: The map: the features of elements are of the tables of its layers, where it has them.
    public convenience init(url: URL, map: AGSMap) {
        self.init(UtilityNetwork(url: url, transport: ConfiguredTransport()), map: map)
    }

    /// Empty always: networks of geodatabases alone had names, which are not offered.
    public var name: String { "" }

    /// What the network is made of; nothing until loaded.
    public var definition: AGSUtilityNetworkDefinition { AGSUtilityNetworkDefinition(known) }

    var known: UtilityNetworkDefinition { network.definition ?? UtilityNetworkDefinition() }

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
