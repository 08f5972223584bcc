import CairnCore
import CairnGeo
import Foundation

/// One run of the work: features are fetched while those before are written.
struct FeatureExportRun {
    private let work: FeatureExportWork
    private let definition: FeatureTableDefinition
    private let table: any FeatureTable
    private let context: JobContext<FeatureExportWork>
    private var checkpoint: FeatureExportWork.Checkpoint

    init(
        _ work: FeatureExportWork, _ table: any FeatureTable, _ definition: FeatureTableDefinition,
        _ context: JobContext<FeatureExportWork>, _ checkpoint: FeatureExportWork.Checkpoint
    ) {
        (self.work, self.table, self.definition) = (work, table, definition)
        (self.context, self.checkpoint) = (context, checkpoint)
    }

    /// So many features, or so much time, that little is done again after a kill, and keeping does not count.
    private static let (mostFeatures, longestTime) = (5000, Duration.seconds(2))
    /// So often what is missing is asked for without that anything of it comes, and counts and lists are held against each other.
    private static let mostRounds = 3

    mutating func run() async throws -> FeatureExportWork.Summary {
        // Known before anything is made: what is there then without being known is somebody else's.
        try await context.save(checkpoint)
        let output = work.makeOutput(definition)
        try await output.begin(&checkpoint)
        let parameters = work.exportParameters(definition)
        try await copy(FeaturePull(table, definition, parameters, after: checkpoint.lastObjectID), to: output)
        try await fetchMissing(parameters, to: output)
        return try await finish(output)
    }

    private mutating func copy(_ pull: FeaturePull, to output: any FeatureOutput) async throws {
        var fit = FeatureFit(definition, work.exportParameters(definition), work.format)
        var (kept, time) = (checkpoint.summary.features, ElapsedTime(context.clock))
        var batch = try await Self.next(pull, context)
        while let present = batch {
            async let next = Self.next(pull, context)
            try await output.write(present.features.map { try fit.fitted($0) })
            checkpoint.summary.features += present.features.count
            checkpoint.lastObjectID = max(present.lastObjectID, checkpoint.lastObjectID ?? .min)
            if checkpoint.summary.features - kept >= Self.mostFeatures || time.now >= Self.longestTime {
                try await keep(output)
                (kept, time) = (checkpoint.summary.features, ElapsedTime(context.clock))
            }
            batch = try await next
        }
    }

    private static func next(
        _ pull: FeaturePull, _ context: JobContext<FeatureExportWork>
    ) async throws -> FeaturePull.Batch? {
        try await context.ridingOut { try await pull.next() }
    }

    /// Asks for the features that the table lists and has not given.
    private mutating func fetchMissing(_ parameters: QueryParameters, to output: any FeatureOutput) async throws {
        if try await !isShort(parameters) { return }
        var barrenRounds = 0
        while true {
            let written = try await output.objectIDs()
            let missing = try await listedIDs(parameters, output).filter { !written.contains($0) }
            if missing.isEmpty { return }
            guard barrenRounds < Self.mostRounds else {
                try await keep(output)
                throw FeatureExportTrouble.leftOut(table: definition.name, objectIDs: missing)
            }
            let before = checkpoint.summary.features
            var rest = parameters
            rest.objectIDs = missing
            try await copy(FeaturePull(table, definition, rest, after: nil), to: output)
            barrenRounds = checkpoint.summary.features > before ? 0 : barrenRounds + 1
        }
    }

    /// The ids of all features, as many as are counted: fewer would be taken for what others have deleted.
    private mutating func listedIDs(_ parameters: QueryParameters, _ output: any FeatureOutput) async throws -> [Int] {
        var (counted, listed) = (0, [Int]())
        for _ in 0..<Self.mostRounds {
            // Others may add some behind the list, or delete some before it.
            counted = try await count(parameters)
            listed = try await context.ridingOut { [table] in try await table.queryObjectIDs(using: parameters) }
            if listed.count >= counted { return listed }
            counted = try await count(parameters)
            if listed.count >= counted { return listed }
        }
        try await keep(output)
        throw FeatureExportTrouble.notListed(table: definition.name, counted: counted, listed: listed.count)
    }

    private func count(_ parameters: QueryParameters) async throws -> Int {
        try await context.ridingOut { [table] in try await table.queryFeatureCount(using: parameters) }
    }

    /// Whether there are fewer features than there were at the beginning, or than there are now.
    private func isShort(_ parameters: QueryParameters) async throws -> Bool {
        if checkpoint.summary.features < checkpoint.expected { return true }
        return try await checkpoint.summary.features < count(parameters)
    }

    private mutating func keep(_ output: any FeatureOutput) async throws {
        checkpoint.outputLength = try await output.keep()
        try await context.save(checkpoint)
        context.reportProgress(completed: checkpoint.summary.features, of: max(checkpoint.expected, checkpoint.summary.features))
    }

    private mutating func finish(_ output: any FeatureOutput) async throws -> FeatureExportWork.Summary {
        try await keep(output)
        try work.expectReplaceable(by: definition)
        checkpoint.summary.deletedMeanwhile = max(0, checkpoint.expected - checkpoint.summary.features)
        let length = try await output.finish()
        (checkpoint.outputLength, checkpoint.finalLength) = (length, length)
        try await context.save(checkpoint)
        // A job that says that it is paused has not put anything in place.
        try Task.checkCancellation()
        try DurableFile.rename(work.partial.url.path, to: work.output)
        withExtendedLifetime(output) {}
        return checkpoint.summary
    }
}

extension FeatureExportWork {
    fileprivate func makeOutput(_ definition: FeatureTableDefinition) -> any FeatureOutput {
        let table = outputTable(definition)
        return switch format {
        case .geoPackage: GeoPackageFeatureOutput(table, partial)
        case .csv:
            TextFeatureOutput(partial, readIDs: FeaturesSeen.init(inCSV:)) { CSVFeatureWriter(table, isContinued: $0) }
        case .geoJSON:
            TextFeatureOutput(partial, readIDs: { try FeaturesSeen(inGeoJSON: $0, field: table.objectIDField) }) { isContinued in
                FeatureCollectionWriter(
                    [Field(table.objectIDField, type: .objectID)] + table.fields, objectIDField: table.objectIDField,
                    hasZ: table.hasZ,
                    isForPeople: true, isContinued: isContinued)
            }
        }
    }

    /// What is asked for: by object id, whatever else was said of the order.
    func exportParameters(_ definition: FeatureTableDefinition) -> QueryParameters {
        var parameters = parameters
        parameters.orderByFields = [OrderBy.Key(definition.objectIDField)]
        (parameters.resultOffset, parameters.maxFeatures, parameters.returnsDistinctValues) = (0, nil, false)
        let asked = parameters.outSpatialReference ?? definition.spatialReference
        parameters.outSpatialReference = format == .geoJSON ? .wgs84 : asked
        return parameters
    }

    /// The table that is written: the fields that are asked for, under the name that is.
    func outputTable(_ definition: FeatureTableDefinition) -> FeatureTableDefinition {
        var table = definition
        if let tableName { table.name = tableName }
        let parameters = exportParameters(definition)
        if !parameters.outFields.contains("*") {
            let names = Set(parameters.outFields.map { $0.lowercased() })
            table.fields.removeAll { !names.contains($0.name.lowercased()) }
        }
        if !table.fields.contains(where: { $0.name == table.globalIDField }) { table.globalIDField = nil }
        if !parameters.returnsGeometry { (table.geometryType, table.hasMixedGeometries) = (nil, false) }
        table.spatialReference = parameters.outSpatialReference ?? table.spatialReference
        table.hasAttachments = false
        table.keepGeometryColumnApart()
        return table
    }
}
