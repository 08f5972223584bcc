import CairnCore

extension UtilityNetwork {
    /// Traces the network: goes from the starting locations through what is connected, as the configuration says.
    ///
    /// - Parameter parameters: From where, how, and what is to be given.
    /// - Returns: A result of each type that is asked for, in that order.
    /// - Throws: ``UtilityNetworkError/tooFewStartingLocations(trace:count:needed:)``,
    ///   ``UtilityNetworkError/terminalMissing(globalID:assetType:known:)``, ``UtilityNetworkError/wrongFraction(_:globalID:)``,
    ///   ``UtilityNetworkError/conditionTooLong(limit:)``, ``UtilityNetworkError/emptyCondition`` before anything is asked;
    ///   ``UtilityNetworkError/refused(operation:service:extendedCode:reasons:)``, and what loading throws.
    @concurrent
    public func trace(using parameters: UtilityTraceParameters) async throws -> [UtilityTraceResult] {
        let form = try UtilityTraceWire(parameters).form()
        let loaded = try await whenLoaded()
        let answer = try await loaded.wire.call(loaded.wire.network, "trace", form)
        return try UtilityTraceAnswer(answer, parameters, loaded.assets).results()
    }

    /// The traces that somebody has set up in the network under a name.
    ///
    /// - Parameter parameters: Which of them.
    /// - Throws: What loading throws.
    @concurrent
    public func queryNamedTraceConfigurations(
        using parameters: UtilityNamedTraceConfigurationQueryParameters = UtilityNamedTraceConfigurationQueryParameters()
    ) async throws -> [UtilityNamedTraceConfiguration] {
        let wire = try await whenLoaded().wire
        let answer = try await wire.call(wire.network, "traceConfigurations/query", parameters.form)
        return try answer.required("traceConfigurations").list().map(UtilityNamedTraceConfiguration.init)
    }

    /// Parameters with what the service has set up for the tier: how its subnetworks are traced when they are brought up to date.
    ///
    /// - Parameters:
    ///   - traceType: What the trace looks for.
    ///   - startingLocations: Where it begins.
    ///   - domainNetworkName: The name of the domain network.
    ///   - tierName: The name of the tier in it.
    /// - Throws: ``UtilityNetworkError/noDomainNetwork(name:known:)``, ``UtilityNetworkError/noTier(name:domainNetwork:known:)``,
    ///   ``UtilityNetworkError/noDefaultConfiguration(tier:)``, and what loading throws.
    @concurrent
    public func makeDefaultTraceParameters(
        traceType: UtilityTraceType, startingLocations: [UtilityElement], domainNetworkName: String, tierName: String
    ) async throws -> UtilityTraceParameters {
        let definition = try await whenLoaded().definition
        guard let network = definition.domainNetwork(named: domainNetworkName) else {
            throw UtilityNetworkError.noDomainNetwork(name: domainNetworkName, known: definition.domainNetworks.map(\.name))
        }
        guard let tier = network.tier(named: tierName) else {
            throw UtilityNetworkError.noTier(
                name: tierName, domainNetwork: domainNetworkName, known: network.tiers.map(\.name))
        }
        guard let configuration = tier.defaultTraceConfiguration else {
            throw UtilityNetworkError.noDefaultConfiguration(tier: tierName)
        }
        var parameters = UtilityTraceParameters(traceType: traceType, startingLocations: startingLocations)
        parameters.traceConfiguration = configuration
        if !configuration.functions.isEmpty { parameters.resultTypes.append(.functionOutputs) }
        return parameters
    }
}
