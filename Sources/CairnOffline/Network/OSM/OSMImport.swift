import CairnCore
import CairnGeo
import Foundation

/// Reads a road network out of an OpenStreetMap file: first the roads, then the places of their nodes.
///
/// Both are gathered block by block, on all processors; the file may have its nodes, ways and relations in any order.
struct OSMImport {
    /// What could not be taken as it stands.
    struct Report: Sendable, Hashable {
        var roads = 0
        /// Parts of roads whose nodes are not in the file: of what lies at its border.
        var cutRoads = 0
        var restrictions = 0
        /// Over ways and not over a node.
        var restrictionsOverWays = 0
        /// At certain hours or for others than cars, of roads that are not in the file, or not saying which of several roads they mean.
        var restrictionsPassedOver = 0
        /// Nodes at which cars do not come past.
        var barriers = 0
    }

    private let file: OSMFile
    private var batches: [OSMRoadVisitor.Batch] = []
    /// The ids of the roads' nodes, in order, and the place of each, if the file has it.
    private var ids: [Int] = []
    private var places: [RoadDraft.Place?] = []
    private var blocked: [Int] = []

    private init(_ url: URL) throws { file = try OSMFile(url) }

    /// - Throws: ``OSMFileError``, `SystemError`; `CancellationError` if the calling task is cancelled.
    @concurrent
    static func draft(of url: URL, _ report: inout Report) async throws -> RoadDraft {
        var reading = try OSMImport(url)
        try await reading.readRoads()
        try await reading.readNodes()
        return try reading.draft(&report)
    }

    private static var width: Int { ProcessInfo.processInfo.activeProcessorCount }

    private mutating func readRoads() async throws {
        let file = file
        batches = try await file.blocks.concurrentMap(atMost: Self.width) { block in
            var visitor = OSMRoadVisitor()
            try file.reading(block) { (bytes) throws(ProtobufStop) in try OSMBlockReader.read(bytes, &visitor) }
            return visitor.batch
        }
    }

    private mutating func readNodes() async throws {
        let sorted = batches.flatMap(\.nodes).sorted()
        let ids = sorted.indices.filter { $0 == 0 || sorted[$0 - 1] != sorted[$0] }.map { sorted[$0] }
        (self.ids, places) = (ids, Array(repeating: nil, count: ids.count))
        let file = file
        let found = try await file.blocks.concurrentMap(atMost: Self.width) { block in
            var visitor = OSMNodeVisitor(wanted: ids)
            try file.reading(block) { (bytes) throws(ProtobufStop) in try OSMBlockReader.read(bytes, &visitor) }
            return visitor.batch
        }
        for batch in found {
            for (index, place) in batch.found { places[index] = place }
            blocked += batch.blocked
        }
    }

    /// - Throws: `CancellationError`, which is asked for between the blocks.
    private func draft(_ report: inout Report) throws -> RoadDraft {
        var assembly = OSMRoadAssembly(ids: ids, places: places)
        for batch in batches { try heard { assembly.count(batch) } }
        for index in blocked { assembly.markAsVertex(index) }
        for batch in batches {
            try heard { for road in batch.roads { try assembly.append(road, nodes: batch.nodes[road.nodes]) } }
        }
        for index in blocked { assembly.block(index) }
        for batch in batches { try heard { for restriction in batch.restrictions { assembly.append(restriction) } } }
        report = assembly.report
        report.restrictionsPassedOver += batches.reduce(0) { $0 + $1.passedOver }
        return assembly.draft
    }

    private func heard(_ work: () throws -> Void) throws {
        try Task.checkCancellation()
        try work()
    }
}
