import CairnCallbacks
import CairnCore
import CairnGeo
public import CairnTasks
public import Foundation
import Synchronization

/// A feature service as a whole: its layers and tables, and edits of several of them at once.
public final class AGSServiceGeodatabase: AGSLoadableRemoteResourceBase {
    /// The service that this one drives.
    public let geodatabase: ServiceGeodatabase
    /// Those that somebody has asked for, by their numbers: the same objects for as long as this one is there.
    private let tables = Mutex<[Int: Carried<AGSServiceFeatureTable>]>([:])
    /// What sends the edits of its tables.
    let sending = TurnQueue()

    /// A service of Cairn for old callers.
    public init(_ geodatabase: ServiceGeodatabase) {
        self.geodatabase = geodatabase
        super.init(driving: geodatabase, at: geodatabase.client.url, HeldCredential(geodatabase.client))
    }

    /// A feature service by its address, such as `…/FeatureServer`.
    public convenience init(url: URL) {
        self.init(ServiceGeodatabase(url: url, transport: ConfiguredTransport()))
    }

    /// What the service says of itself; nil until loaded.
    public var serviceInfo: AGSArcGISFeatureServiceInfo? { geodatabase.info.map(AGSArcGISFeatureServiceInfo.init) }

    // MARK: - Tables

    /// The tables that were asked for, by their numbers.
    public var connectedTables: [AGSServiceFeatureTable] { connected.map(\.table) }

    private var connected: [(id: Int, table: AGSServiceFeatureTable)] {
        tables.withLock { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) }
    }

    /// The layer or table of that number; nil if there is none, and until loaded.
    public func table(withLayerID layerID: Int) -> AGSServiceFeatureTable? {
        guard let table = try? geodatabase.table(withLayerID: layerID) else { return nil }
        let new = Carried(AGSServiceFeatureTable(table, in: self))
        // What is behind these is used from whatever thread its owners choose, as it always was.
        return tables.withLock { tables in
            let table = tables[layerID] ?? new
            tables[layerID] = table
            return table
        }.value
    }

    // MARK: - Edits

    /// Whether a table has edits that were not sent.
    public func hasLocalEdits() -> Bool { connectedTables.contains { $0.hasLocalEdits() } }

    /// Sends the edits of all tables in one request: what became of them, for each table that had any. What was refused stays to be sent.
    ///
    /// If it is not known whether edits have arrived, it does as ``AGSServiceFeatureTable/applyEdits(completion:)``.
    @discardableResult
    public func applyEdits(
        completion: (([AGSFeatureTableEditResult]?, (any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let (geodatabase, connected) = (geodatabase, connected)
        let edited = connected.map { ($0.id, $0.table.edited) }
        let placed = LocallyEditedTable.placeSending(of: edited.map(\.1), in: sending) { try await geodatabase.send(edited) }
        return OperationCancelable(placed) { outcomes, error in
            let results = outcomes.map { outcomes in
                connected.compactMap { id, table in
                    outcomes[id].map { AGSFeatureTableEditResult(table, $0.map(AGSFeatureEditResult.init)) }
                }
            }
            completion?(results, error)
        }
    }

    /// Forgets the edits that were not sent, but for those that are just being sent.
    @discardableResult
    public func undoLocalEdits(completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        OperationCancelable(LocallyEditedTable.placeUndoing(of: connectedTables.map(\.edited))) { (_: Void?, error) in
            completion?(error)
        }
    }

    /// Ends the work with the service. There is nothing to end here: the completion is called without an error.
    @discardableResult
    public func close(completion: (((any Error)?) -> Void)? = nil) -> any AGSCancelable {
        OperationCancelable({}) { (_: Void?, error) in completion?(error) }
    }
}

extension ServiceGeodatabase {
    /// Sends what is there of several tables to be sent.
    fileprivate func send(_ tables: [(Int, LocallyEditedTable)]) async throws -> [Int: [EditOutcome]] {
        let edited = tables.filter { !$0.1.edits.isEmpty || !$0.1.edits.untold.isEmpty }
        if edited.isEmpty { return [:] }
        for (_, table) in edited { try await table.settleLost() }
        var sent: [(id: Int, table: LocallyEditedTable, edits: SentEdits)] = []
        do {
            for (id, table) in edited { sent.append((id, table, try await table.take())) }
            // All tell features apart in the same way.
            let full = sent.filter { !$0.edits.edits.isEmpty }
            if !full.allSatisfy(\.edits.edits.usesGlobalIDs) {
                for place in sent.indices { sent[place].edits.useObjectIDs(try await sent[place].table.definition()) }
            }
            let edits = Dictionary(uniqueKeysWithValues: sent.map { ($0.id, $0.edits.edits) })
            let results = try await applyEdits(edits)
            var outcomes: [Int: [EditOutcome]] = [:]
            for one in sent {
                outcomes[one.id] = await one.table.settle(
                    one.edits, results[one.id] ?? FeatureEditResults(), after: one.table.takeUntold())
            }
            return outcomes
        } catch {
            for one in sent { one.table.giveBack(one.edits, after: error) }
            throw AGSError.sending(error, to: url)
        }
    }
}
