public import CairnCore
public import CairnGeo
public import Foundation
import Synchronization

/// A feature service as a whole: its layers and tables, and edits of several of them at once.
///
/// ```swift
/// let geodatabase = ServiceGeodatabase(url: serviceURL)
/// try await geodatabase.load()
/// let trees = try geodatabase.table(withLayerID: 0)
/// print(try await trees.queryFeatureCount(using: QueryParameters()))
/// ```
///
/// It throws as ``ServiceFeatureTable`` does.
public final class ServiceGeodatabase: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// Its address, such as `…/FeatureServer`.
    public var url: URL { client.url }
    package let client: ServiceClient

    private struct Loaded: Sendable {
        let info: FeatureServiceInfo
        /// In the order of the service, the layers first.
        let tables: [(id: Int, table: ServiceFeatureTable)]
    }

    private let loaded = Mutex<Loaded?>(nil)

    /// A feature service.
    ///
    /// - Parameters:
    ///   - url: Its address, such as `…/rest/services/Trees/FeatureServer`.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        client = ServiceClient(url: url, transport: transport, credential: credential)
    }

    /// What the service says of itself; nil until loaded.
    public var info: FeatureServiceInfo? { loaded.withLock { $0?.info } }

    /// Its layers and tables but for groups, the layers first; none until loaded. Each loads itself when it is first asked.
    public var tables: [ServiceFeatureTable] { loaded.withLock { $0?.tables.map(\.table) ?? [] } }

    /// The layer or table of that number: always the same object.
    ///
    /// - Throws: ``FeatureError/noLayer(id:service:)`` if there is none, and before the service is loaded.
    public func table(withLayerID id: Int) throws -> ServiceFeatureTable {
        guard let table = loaded.withLock({ $0?.tables.first { $0.id == id }?.table }) else {
            throw FeatureError.noLayer(id: id, service: URL.withoutQuery(url))
        }
        return table
    }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let json = try await client.ask("", limit: ServiceClient.descriptionLimit)
        let info = try FeatureServiceInfo(AnswerPart(json, of: url))
        let members = (info.layers + info.tables).filter { $0.kind != .groupLayer }
        let tables = members.map { member in
            let client = ServiceClient(
                url: url.appending(path: "\(member.id)"), transport: client.transport, credential: client.credentials)
            return (member.id, ServiceFeatureTable(client))
        }
        loaded.withLock { $0 = Loaded(info: info, tables: tables) }
    }

    /// Adds, changes and deletes features of several layers in one request: results for each layer, by its number.
    ///
    /// All edits must agree in `FeatureEdits.usesGlobalIDs` and `FeatureEdits.rollsBackOnFailure`. An answer that is lost is treated as by ``ServiceFeatureTable/applyEdits(_:)``.
    ///
    /// - Throws: ``EditError``, if it is not known what became of the edits; ``FeatureError/noLayer(id:service:)``,
    ///   ``FeatureError/noGlobalIDs(table:)``, ``FeatureError/differentEdits(service:)``; `GeodatabaseError.wrongValue` and `wrongGeometry` for
    ///   numbers and places that are infinite or none.
    @concurrent
    @discardableResult
    public func applyEdits(_ edits: [Int: FeatureEdits]) async throws -> [Int: FeatureEditResults] {
        try await load()
        let layers = edits.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        guard let first = layers.first else { return [:] }
        let options = EditWire.options(first.value)
        guard layers.allSatisfy({ EditWire.options($0.value) == options }) else {
            throw FeatureError.differentEdits(service: URL.withoutQuery(url))
        }
        var infos: [Int: FeatureLayerInfo] = [:]
        for (id, edits) in layers {
            infos[id] = try await table(withLayerID: id).whenLoaded().info
            try infos[id]?.verifyTakes(edits)
        }
        var fields = options
        fields["edits"] = JSONValue.array(layers.compactMap { id, edits in infos[id].map { EditWire($0).layer(id, edits) } })
            .text()
        do {
            return try await client.change("applyEdits") {
                client.changingForm($0, fields, $1)
            } read: { part in
                try Self.results(part, of: layers, infos)
            }
        } catch let lost as LostAnswer {
            return try await inquire(layers, infos, lost)
        }
    }

    private func inquire(
        _ layers: [(key: Int, value: FeatureEdits)], _ infos: [Int: FeatureLayerInfo], _ lost: LostAnswer
    ) async throws -> [Int: FeatureEditResults] {
        var results: [Int: FeatureEditResults] = [:]
        for (id, edits) in layers {
            guard let info = infos[id] else { throw lost.unknown() }
            results[id] = try await EditInquiry(table: table(withLayerID: id), info: info, edits: edits).results(after: lost)
        }
        let all = results.values.flatMap(\.all)
        let undone = all.count { !$0.isSuccess }
        guard layers.first?.value.rollsBackOnFailure == false || undone == 0 || undone == all.count else {
            throw lost.unknown("Of \(all.count) edits \(undone) are not there.")
        }
        return results
    }

    private static func results(
        _ part: AnswerPart, of layers: [(key: Int, value: FeatureEdits)], _ infos: [Int: FeatureLayerInfo]
    ) throws -> [Int: FeatureEditResults] {
        let parts = try part.list()
        return try Dictionary(
            uniqueKeysWithValues: layers.map { id, edits in
                let own = try parts.filter { try $0.required("id").wholeNumber() == id }
                guard own.count == 1, let info = infos[id] else {
                    throw part.refusal("has \(own.count) results for the layer \(id)")
                }
                return (id, try EditAnswer.results(own[0], of: edits, info))
            })
    }
}
