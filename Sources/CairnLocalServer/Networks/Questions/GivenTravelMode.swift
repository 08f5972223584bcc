import CairnCore
import CairnTasks
import Foundation

/// How one moves, as a request says it: a travel mode, its id or name, or parts of one.
struct GivenTravelMode {
    private let request: ServiceRequest
    private let network: NetworkInfo

    init(_ request: ServiceRequest, _ network: NetworkInfo) {
        (self.request, self.network) = (request, network)
    }

    /// Nil for the usual way.
    func mode() throws(ServiceFailure) -> TravelMode? {
        guard let text = request["travelMode"]?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty, text != "null"
        else { return try mode(ofParts: try modeOfImpedance()) }
        if text.hasPrefix("{") { return try request.json("travelMode") { try TravelMode($0) } }
        return try mode(named: (try? JSONValue(parsing: text))?.string ?? text)
    }

    private func mode(named name: String) throws(ServiceFailure) -> TravelMode {
        if let mode = network.travelModes.first(where: { $0.id == name || $0.name == name }) { return mode }
        let list = network.travelModes.map(\.name).joined(separator: ", ")
        throw .invalid("travelMode", "the network has no travel mode \(name.printable(upTo: 60)); it has \(list)")
    }

    private func modeOfImpedance() throws(ServiceFailure) -> TravelMode? {
        guard let name = request["impedanceAttributeName"] else { return nil }
        let modes = [network.defaultTravelMode].compactMap(\.self) + network.travelModes
        if let mode = modes.first(where: { $0.impedanceAttributeName == name }) { return mode }
        let list = Set(modes.map(\.impedanceAttributeName)).sorted().joined(separator: ", ")
        throw .invalid("impedanceAttributeName", "no travel mode keeps \(name.printable(upTo: 60)) low, but \(list)")
    }

    private static let parts = ["restrictionAttributeNames", "restrictUTurns", "useHierarchy", "attributeParameterValues"]

    /// A mode with what is said beside it; nil if nothing is.
    private func mode(ofParts mode: TravelMode?) throws(ServiceFailure) -> TravelMode? {
        guard Self.parts.contains(where: { request[$0] != nil }), var mode = mode ?? network.defaultTravelMode else {
            return mode
        }
        mode.restrictionAttributeNames = request.names("restrictionAttributeNames") ?? mode.restrictionAttributeNames
        mode.uTurnPolicy = try request.choice("restrictUTurns") ?? mode.uTurnPolicy
        mode.usesHierarchy = try request.flag("useHierarchy", default: mode.usesHierarchy)
        mode.attributeParameterValues =
            try request.json("attributeParameterValues") { values in
                try values.list().map {
                    AttributeParameterValue(
                        attributeName: try $0.required("attributeName").text(),
                        parameterName: try $0.required("parameterName").text(), value: try $0.optional("value")?.json ?? .null)
                }
            } ?? mode.attributeParameterValues
        return mode
    }
}
