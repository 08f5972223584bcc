import CairnCallbacks
import CairnCore
import CairnTasks
import Foundation

/// The tables of services that are in one map, in which the related ones of each are found. It keeps none of them.
final class RelatedTables: Sendable {
    private struct Entry: Sendable {
        let address: URL
        let table: Carried<WeakTable>
    }

    private struct WeakTable {
        weak var table: AGSServiceFeatureTable?
    }

    private let entries = Guarded<[Entry]>([])

    /// A table of the map: the first of an address counts, as long as it is there.
    func add(_ table: AGSServiceFeatureTable) {
        table.neighbours = self
        let entry = Entry(address: Self.address(table.service.url), table: Carried(WeakTable(table: table)))
        entries.change { entries, _ in entries.append(entry) }
    }

    /// The table of an address; nil if there is none.
    func table(at url: URL) -> AGSServiceFeatureTable? {
        let address = Self.address(url)
        return entries.read(\.self).lazy.filter { $0.address == address }.compactMap(\.table.value.table).first
    }

    private static func address(_ url: URL) -> URL {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.query = nil
        return parts?.url ?? url
    }
}
