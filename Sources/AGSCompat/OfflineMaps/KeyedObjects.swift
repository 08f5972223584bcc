import CairnTasks
import Foundation

/// Old objects of layers, or of tables, by what tells these from others of their map: some have no ids.
struct KeyedObjects<Object: NSObject> {
    private let isTable: Bool
    private let byKey: [String: [Object]]
    private let byID: [String: Object]

    init(_ objects: [Object], isTable: Bool, _ model: (Object) -> MapLayer) {
        self.isTable = isTable
        let models = objects.map { (model($0), $0) }
        byKey = Dictionary(grouping: models) { $0.0.offlineKey(isTable: isTable) }.mapValues { $0.map(\.1) }
        byID = Dictionary(models.filter { !$0.0.id.isEmpty }.map { ($0.0.id, $0.1) }) { first, _ in first }
    }

    /// The objects of layers by their keys, else by their ids; nil for those that have none. Of several that nothing tells from each other each is found
    /// once, in their order.
    func find(_ layers: [(key: String?, id: String)]) -> [Object?] {
        var found: [String: Int] = [:]
        return layers.map { key, id in
            guard let key, let objects = byKey[key] else { return byID[id] }
            defer { found[key, default: 0] += 1 }
            return objects[min(found[key, default: 0], objects.count - 1)]
        }
    }

    /// What there is to say of layers, each by its place, as far as they have objects.
    func found<Said>(_ layers: [MapLayer], _ say: (Int) -> Said) -> [Object: Said] {
        let objects = find(layers.map { ($0.offlineKey(isTable: isTable), $0.id) })
        let pairs = objects.enumerated().compactMap { place, object in object.map { ($0, say(place)) } }
        return Dictionary(pairs) { first, _ in first }
    }
}
