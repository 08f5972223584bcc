import CairnCore
import CairnGeo
public import Foundation

/// Builds a road-network file from OpenStreetMap or from tables.
///
/// ```swift
/// let report = try await RoadNetworkBuilder(name: "Town").build(
///     .openStreetMap(URL(filePath: "town.osm.pbf")), to: URL(filePath: "town.network"))
/// print(report.edges, "roads between", report.vertices, "junctions")
/// ```
///
/// The file appears at its path only when it is complete. Several kinds of travel take as much time and room as each of them.
public struct RoadNetworkBuilder: Sendable {
    /// What a network is built of.
    public enum Source: Sendable, Hashable {
        /// An extract of OpenStreetMap in PBF format.
        case openStreetMap(URL)
        /// Tables of places and of the roads between them, as CSV.
        case tables(nodes: URL, edges: URL)

        /// Where the roads are.
        var path: String {
            switch self {
            case .openStreetMap(let url): url.path
            case .tables(_, let edges): edges.path
            }
        }
    }

    /// What was built, and what was left out.
    public struct Report: Sendable, Hashable {
        /// Places where roads meet or end.
        public var vertices = 0
        /// Roads from one to another.
        public var edges = 0
        /// Turns that are forbidden, or the only ones that are allowed, at a junction.
        public var turnRestrictions = 0
        /// Those that reach over a road, which is not supported: they are left out.
        public var turnRestrictionsOverWays = 0
        /// Those that hold at some hours or for others, or do not say clearly which roads they mean.
        public var otherTurnRestrictions = 0
        /// Roads that lead out of the file, and were cut.
        public var cutRoads = 0
        /// Bollards and gates that cars do not come past.
        public var barriers = 0
        /// How long it took to make the hierarchy of each kind of travel, in seconds.
        public var hierarchySeconds: [Double] = []
    }

    /// The name of the network.
    public var name: String
    package var kinds = TravelKind.allCases
    package var obeysTurnRestrictions = true

    /// A builder.
    public init(name: String) { self.name = name }

    /// Builds a network.
    ///
    /// - Parameters:
    ///   - source: The roads.
    ///   - url: Where the file goes; one that is there is replaced.
    ///   - progress: Called now and then with the share that is done, 0…1.
    /// - Throws: ``RoadNetworkError``, ``OSMFileError``, `CSVError`, `SystemError`; `CancellationError` if the calling task is cancelled.
    @concurrent
    public func build(_ source: Source, to url: URL, progress: @Sendable (Double) -> Void = { _ in }) async throws -> Report {
        DurableFile.removeLeftovers(of: url)
        // Before anything is read: a place where nothing can be written is told at once.
        let sibling = try TemporarySibling(of: url.path)
        do { return try await build(source, to: sibling, url, progress) } catch {
            sibling.discard()
            throw error
        }
    }

    private func build(
        _ source: Source, to sibling: TemporarySibling, _ url: URL, _ progress: @Sendable (Double) -> Void
    ) async throws -> Report {
        var report = Report()
        let draft = try await draft(of: source, &report)
        progress(0.2)
        var writer = NetworkWriter(sibling.file)
        report.hierarchySeconds = try write(draft, to: &writer, progress)
        try DurableFile.rename(sibling.file.path, to: url)
        (report.vertices, report.edges) = (draft.vertices.count, draft.edges.count)
        return report
    }

    private func draft(of source: Source, _ report: inout Report) async throws -> RoadDraft {
        var draft: RoadDraft
        switch source {
        case .tables(let nodes, let edges): draft = try RoadTableImport.draft(nodes: nodes, edges: edges)
        case .openStreetMap(let url):
            var found = OSMImport.Report()
            draft = try await OSMImport.draft(of: url, &found)
            guard !draft.edges.isEmpty else { throw RoadNetworkError.empty(path: url.path) }
            report.turnRestrictions = found.restrictions
            report.turnRestrictionsOverWays = found.restrictionsOverWays
            report.otherTurnRestrictions = found.restrictionsPassedOver
            (report.cutRoads, report.barriers) = (found.cutRoads, found.barriers)
        }
        try Task.checkCancellation()
        guard draft.hasNumbersForAll else { throw RoadNetworkError.tooLarge(path: source.path) }
        if let junction = draft.overcrowdedJunction() {
            throw RoadNetworkError.overcrowdedJunction(
                path: source.path, place: junction.place.position, roads: junction.roadCount, limit: RoadDraft.mostRoadsAtJunction
            )
        }
        if !obeysTurnRestrictions { (draft.restrictions, draft.blocked) = ([], []) }
        return draft
    }

    private func write(_ draft: RoadDraft, to writer: inout NetworkWriter, _ progress: (Double) -> Void) throws -> [Double] {
        let info: JSONValue = ["name": .string(name), "kinds": .array(kinds.map { .number(Double($0.rawValue)) })]
        try writer.append(draft, info: info)
        var seconds: [Double] = []
        for (index, kind) in kinds.enumerated() {
            let (graph, start) = (RoadGraph(draft, kind), ContinuousClock.now)
            let hierarchy = try Contraction.hierarchy(
                of: graph.arcs, in: graph.order(at: draft.vertices), threads: ProcessInfo.processInfo.activeProcessorCount
            ) { (share) throws(CancellationError) in
                if Task.isCancelled { throw CancellationError() }
                progress(0.25 + 0.75 * (Double(index) + share) / Double(kinds.count))
            }
            seconds.append((ContinuousClock.now - start) / .seconds(1))
            try writer.append(graph, hierarchy)
        }
        try writer.finish()
        return seconds
    }
}
