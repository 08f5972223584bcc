import CairnCallbacks
import CairnCore
import CairnTasks
import Foundation
import Synchronization

/// The tables of a network's layers, of which the features of elements are: always the same ones.
final class UtilityTables {
    private let network: UtilityNetwork
    private let map: AGSMap?
    private let known = Mutex<[Int: Carried<AGSServiceFeatureTable>]>([:])

    /// - Parameter map: One whose layers' tables are taken where they are of the network.
    init(_ network: UtilityNetwork, _ map: AGSMap?) {
        (self.network, self.map) = (network, map)
    }

    /// The number of a table's layer; nil if it is not of the network's service.
    func layerID(of table: AGSFeatureTable?) -> Int? {
        guard let url = (table as? AGSServiceFeatureTable)?.service.url, let id = Int(url.lastPathComponent) else { return nil }
        return url == self.url(id) ? id : nil
    }

    /// The tables of layers, by their numbers. On the thread of the map's lists.
    func tables(_ layerIDs: Set<Int>) -> [Int: AGSServiceFeatureTable] {
        let shown = map?.operationalLayers.compactMap { ($0 as? AGSFeatureLayer)?.featureTable as? AGSServiceFeatureTable } ?? []
        var tables: [Int: AGSServiceFeatureTable] = [:]
        for id in layerIDs { tables[id] = shown.first { $0.service.url == url(id) } ?? own(id) }
        return tables
    }

    private func own(_ layerID: Int) -> AGSServiceFeatureTable {
        let client = network.client
        let table = ServiceFeatureTable(
            url: url(layerID), transport: ConfiguredTransport.within(client.transport), credential: client.credentials)
        let new = Carried(AGSServiceFeatureTable(table))
        // What is behind these is used from whatever thread its owners choose, as it always was.
        return known.withLock { known in
            let table = known[layerID] ?? new
            known[layerID] = table
            return table
        }.value
    }

    private func url(_ layerID: Int) -> URL { network.url.appending(path: "\(layerID)") }
}
