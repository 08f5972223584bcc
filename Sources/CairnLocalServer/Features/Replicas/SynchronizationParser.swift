import CairnCore
import CairnGeo
import Foundation

/// Reads how a replica is to be kept in step, and says of which parameter is wrong what.
struct SynchronizationParser {
    private let request: ServiceRequest
    private let replica: Replica

    init(_ request: ServiceRequest, _ replica: Replica) {
        (self.request, self.replica) = (request, replica)
    }

    func synchronization() throws(ServiceFailure) -> ReplicaOrder.Synchronization {
        try request.expectJSONReplica("dataFormat")
        _ = try request.flag("returnIdsForAdds")
        let layers = try replica.model == .perLayer ? perLayer() : perReplica()
        return ReplicaOrder.Synchronization(
            layers: layers, rollsBack: try request.flag("rollbackOnFailure"), closes: try request.flag("closeReplica"))
    }

    private func direction(_ text: String?, _ name: String) throws(ServiceFailure) -> Replica.Direction {
        let standard: Replica.Direction = replica.direction == .snapshot ? .snapshot : replica.direction
        guard let text else { return standard }
        guard let direction = Replica.Direction.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
            let list = Replica.Direction.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid(name, "there is no \(text.printable(upTo: 60)); there are \(list)")
        }
        return direction
    }

    private func perReplica() throws(ServiceFailure) -> [ReplicaOrder.Layer] {
        let direction = try direction(request["syncDirection"], "syncDirection")
        let generation = try generation(request["replicaServerGen"].map { .string($0) }, direction, "replicaServerGen")
        return replica.layers.map { ReplicaOrder.Layer(id: $0.id, generation: generation, direction: direction) }
    }

    private func perLayer() throws(ServiceFailure) -> [ReplicaOrder.Layer] {
        guard let text = request["syncLayers"] else {
            throw .invalid("syncLayers", "it is missing; send the id and the serverGen of each layer")
        }
        guard let list = (try? JSONValue(parsing: text))?.array else { throw .invalid("syncLayers", "it is no JSON array") }
        var layers: [ReplicaOrder.Layer] = []
        for element in list {
            try KnownMembers.syncLayer.expect(element, "syncLayers", "an element")
            guard let id = element["id"]?.int, replica.layers.contains(where: { $0.id == id }) else {
                throw .invalid("syncLayers", "an element is of no layer of the replica")
            }
            if layers.contains(where: { $0.id == id }) { throw .invalid("syncLayers", "the layer \(id) is there twice") }
            let direction = try direction(element["syncDirection"]?.string ?? request["syncDirection"], "syncLayers")
            let generation = try generation(element["serverGen"], direction, "syncLayers")
            layers.append(ReplicaOrder.Layer(id: id, generation: generation, direction: direction))
        }
        return layers
    }

    /// A whole number, whether written as one or as a text.
    private func generation(
        _ json: JSONValue?, _ direction: Replica.Direction, _ name: String
    ) throws(ServiceFailure) -> Int {
        guard let json, !json.isNull else {
            // Who sends only, need not know how far he is.
            if direction == .upload || direction == .snapshot { return replica.generation }
            throw .invalid(name, "the generation that the replica has is missing")
        }
        guard let number = json.int ?? json.string.flatMap({ Int($0.trimmingCharacters(in: .whitespaces)) }), number >= 0 else {
            throw .invalid(name, "\((json.string ?? json.text()).printable(upTo: 60)) is no generation")
        }
        return number
    }
}
