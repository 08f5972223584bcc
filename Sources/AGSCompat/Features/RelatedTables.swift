import CairnCallbacks
import CairnCore
import CairnTasks
import Foundation

/// The tables of services that are in one map, in which the related ones of each are found. It keeps none of them.
final class RelatedTables: Sendable {
    private struct WeakTable {
        weak var table: AGSServiceFeatureTable?
    }

    private let tables = Guarded<[URL: [Carried<WeakTable>]]>([:])

    /// A table of the map: the first of an address counts, as long as it is there.
    func add(_ table: AGSServiceFeatureTable) {
        table.neighbours = self
        let (address, weak) = (Self.address(table.service.url), Carried(WeakTable(table: table)))
        tables.change { tables, _ in tables[address, default: []].append(weak) }
    }

    /// The table of an address; nil if there is none.
    func table(at url: URL) -> AGSServiceFeatureTable? {
        let address = Self.address(url)
        return tables.read { $0[address] }?.lazy.compactMap(\.value.table).first
    }

    private static func address(_ url: URL) -> URL {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.query = nil
        return parts?.url ?? url
    }
}
