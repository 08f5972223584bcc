import CairnCore

/// The cost that is kept low, which the limits of places are named after.
struct ImpedanceName {
    private let name: String
    private let network: NetworkInfo

    init(_ question: some NetworkQuestion, _ network: NetworkInfo) {
        let mode = question.travelMode ?? network.defaultTravelMode
        (name, self.network) = (mode?.impedanceAttributeName ?? network.impedanceAttributeName, network)
    }

    /// The most that a way may cost; nothing if the place does not say.
    func cutoff(_ cutoff: Double?) throws(RouteError) -> [String: JSONValue] {
        guard let cutoff else { return [:] }
        return [try attribute("Cutoff_"): .number(cutoff)]
    }

    /// How far areas reach; nothing if the facility does not say. One is a number, several are a text with blanks.
    func breaks(_ cutoffs: [Double]) throws(RouteError) -> [String: JSONValue] {
        if cutoffs.isEmpty { return [:] }
        if cutoffs.count == 1 { return [try attribute("Breaks_"): .number(cutoffs[0])] }
        return [try attribute("Breaks_"): .string(cutoffs.map(NetworkWire.text).joined(separator: " "))]
    }

    private func attribute(_ prefix: String) throws(RouteError) -> String {
        if name.isEmpty { throw .unknownImpedance(network: network.networkName) }
        return prefix + name
    }
}
