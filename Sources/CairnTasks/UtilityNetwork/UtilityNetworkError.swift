import CairnCore
public import Foundation

/// What a utility network cannot be asked for, or does not do.
public enum UtilityNetworkError: Error, Sendable, Hashable {
    /// The address is not that of a feature service.
    case notAFeatureService(url: String)
    /// The feature service has no utility network.
    case noUtilityNetwork(service: String)
    /// The service has refused something for a reason of its own, such as edits that have not been validated.
    ///
    /// - Parameters:
    ///   - operation: What was asked for.
    ///   - service: The service.
    ///   - extendedCode: The number that it has for the reason; nil if it gives none.
    ///   - reasons: What it says.
    case refused(operation: String, service: String, extendedCode: Int?, reasons: [String])
    /// There is no domain network of that name.
    case noDomainNetwork(name: String, known: [String])
    /// The domain network has no tier of that name.
    case noTier(name: String, domainNetwork: String, known: [String])
    /// The service does not say how traces of the tier begin.
    case noDefaultConfiguration(tier: String)
    /// The network has no such asset type, or not with these numbers.
    case noAssetType(name: String)
    /// The network has no such source.
    case noSource(layerID: Int)
    /// The asset type has no such terminal.
    case noTerminal(name: String, assetType: String, known: [String])
    /// A trace goes from a feature of several terminals, and none of them is named.
    case terminalMissing(globalID: String, assetType: String, known: [String])
    /// How far along an edge a location is must be within 0…1.
    case wrongFraction(Double, globalID: String)
    /// The trace needs more starting locations.
    case tooFewStartingLocations(trace: String, count: Int, needed: Int)
    /// A condition without parts means nothing.
    case emptyCondition
    /// Written as the rows that services take, the condition is longer than this, or nests too deep.
    case conditionTooLong(limit: Int)
    /// The features of the source are in no layer that the service shows.
    case noLayer(source: String)
    /// The layer of the source does not tell features apart by global ids.
    case noGlobalIDs(source: String)
    /// The feature is no part of the network.
    case notAnElement(source: String, reason: String)
    /// There are more associations in the extent than were asked for at most.
    case tooManyAssociations(limit: Int)
    /// The service could not validate the topology.
    case validationFailed(service: String, reason: String)
    /// The service does not know any more that it was asked to validate the topology.
    case validationGone(service: String, reason: String)
}

extension UtilityNetworkError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notAFeatureService(let url):
            "\(url) is not the address of a feature service, which ends in FeatureServer. Leave out what stands behind that."
        case .noUtilityNetwork(let service):
            "\(service) has no utility network. Name a feature service that was published with one."
        case .refused(let operation, let service, let code, let reasons):
            "\(service) has refused \(operation)\(code.map { " (\($0))" } ?? ""): "
                + (reasons.isEmpty ? "it gives no reason." : reasons.joined(separator: " "))
        case .noDomainNetwork(let name, let known): "There is no domain network \(name.printable()), only \(Self.list(known))."
        case .noTier(let name, let network, let known):
            "The domain network \(network.printable()) has no tier \(name.printable()), only \(Self.list(known))."
        case .noDefaultConfiguration(let tier):
            "The service does not say how subnetworks of the tier \(tier.printable()) are traced. Make a configuration of your own."
        case .noAssetType(let name):
            "The network has no asset type \(name.printable()) with such numbers. Take it from the definition of this network."
        case .noSource(let id): "The layer \(id) is no source of the network. Name one of the definition's network sources."
        default: furtherDescription
        }
    }

    private var furtherDescription: String {
        switch self {
        case .noTerminal(let name, let type, let known):
            "\(type.printable()) has no terminal \(name.printable()), only \(Self.list(known))."
        case .terminalMissing(let id, let type, let known):
            "\(type.printable()) \(id.printable()) has several terminals. Set that from which the trace goes: \(Self.list(known))."
        case .wrongFraction(let fraction, let id):
            "\(fraction) is no place along the edge \(id.printable()). Set fractionAlongEdge to a number from 0 to 1."
        case .tooFewStartingLocations(let trace, let count, let needed):
            "A trace of the type \(trace.printable()) begins at \(needed) locations at least, and there are \(count). Add starting locations"
                + (needed > 1 ? "." : ", or name a subnetwork in the configuration.")
        case .emptyCondition: "A condition of no parts, \"and\" or \"or\", means nothing. Leave it out, or add parts to it."
        case .conditionTooLong(let limit):
            "The condition is too long: services take lists without brackets, and written so it has more than \(limit) rows, or it nests too deep. "
                + "Put its parts in another order, or do with fewer."
        case .noLayer(let source):
            "The service does not show the layer of \(source.printable()), so that nobody can ask for its features."
        case .noGlobalIDs(let source):
            "The layer of \(source.printable()) has no global ids, by which its features would be found."
        case .notAnElement(let source, let reason):
            "The feature is no part of the network in \(source.printable()): \(reason.printable()). Ask for it with all of its fields."
        case .tooManyAssociations(let limit):
            "There are more than \(limit) associations in the extent. Choose a smaller one, or allow for more."
        case .validationFailed(let service, let reason):
            "\(service) could not validate the topology of its network: \(reason) Retry once that is put right."
        case .validationGone(let service, let reason):
            "\(service) does not know any more that it was asked to validate the topology: \(reason) Retry to ask anew."
        default: ""
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.prefix(30).map { $0.printable() }.joined(separator: ", ")
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension UtilityNetworkError {
    /// Whether somebody can put it right, so that the same may be tried again.
    var canBePutRight: Bool {
        switch self {
        case .refused, .validationFailed, .validationGone: true
        default: false
        }
    }
}
