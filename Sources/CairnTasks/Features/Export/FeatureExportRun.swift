import CairnCore
import CairnGeo
import Foundation

/// One run of the work: features are fetched while those before are written.
struct FeatureExportRun {
    private let work: FeatureExportWork
    private let definition: FeatureTableDefinition
    private let table: any FeatureTable
    private let context: JobContext<FeatureExportWork>
    private let parameters: QueryParameters
    private let roll: FeatureRoll
    private var checkpoint: FeatureExportWork.Checkpoint
    /// What the table has listed and not given.
    private var missing: Set<Int> = []
    /// Whether the checkpoint tells of all that is in the output.
    private var isTold = true

    init(
        _ work: FeatureExportWork, _ table: any FeatureTable, _ definition: FeatureTableDefinition,
        _ context: JobContext<FeatureExportWork>, _ checkpoint: FeatureExportWork.Checkpoint
    ) {
        (self.work, self.table, self.definition) = (work, table, definition)
        (self.context, self.checkpoint) = (context, checkpoint)
        parameters = work.exportParameters(definition)
        roll = FeatureRoll(table, definition, parameters, context)
    }

    /// So many features, or so much time, that little is done again after a kill, and keeping does not count.
    private static let (mostFeatures, longestTime) = (5000, Duration.seconds(2))
    /// So often what is missing is asked for without that anything of it comes.
    private static let mostRounds = 3

    mutating func run() async throws -> FeatureExportWork.Summary {
        // Known before anything is made: what is there then without being known is somebody else's.
        try await context.save(checkpoint)
        let output = work.makeOutput(definition)
        try await output.begin(&checkpoint)
        do {
            try await copy(FeaturePull(table, definition, parameters, after: checkpoint.lastObjectID), to: output)
            try await fetchMissing(to: output)
        } catch {
            // Who is stopped often must come to the end, too.
            if isTold { try? await keep(output) }
            throw error
        }
        return try await finish(output)
    }

    private mutating func copy(_ pull: FeaturePull, to output: any FeatureOutput) async throws {
        var fit = FeatureFit(definition, parameters, work.format)
        var (kept, time) = (checkpoint.summary.features, ElapsedTime(context.clock))
        var batch = try await Self.next(pull, context)
        while let present = batch {
            async let next = Self.next(pull, context)
            try await write(present.features.map { try fit.fitted($0) }, to: output)
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

    private mutating func write(_ features: [Feature], to output: any FeatureOutput) async throws {
        isTold = false
        try await output.write(features)
        checkpoint.summary.features += features.count
        isTold = true
        if missing.isEmpty { return }
        for id in features.compactMap({ $0.objectID(definition.objectIDField) }) { missing.remove(id) }
    }

    /// Asks for the features that the table has listed once and not given, but for those that are deleted by then.
    ///
    /// What is added behind the list need not come: with it there would be no end while others add.
    private mutating func fetchMissing(to output: any FeatureOutput) async throws {
        guard let listed = try await listedIDs() else { return }
        let written = try await output.objectIDs()
        missing = Set(listed.lazy.filter { !written.contains($0) })
        var barrenRounds = 0
        while !missing.isEmpty {
            let before = missing.count
            var rest = parameters
            rest.objectIDs = missing.sorted()
            try await copy(FeaturePull(table, definition, rest, after: nil), to: output)
            barrenRounds = missing.count < before ? 0 : barrenRounds + 1
            if barrenRounds > 0 { try await dropDeleted(isLast: barrenRounds == Self.mostRounds) }
        }
    }

    private mutating func dropDeleted(isLast: Bool) async throws {
        missing.formIntersection(try await roll.objectIDs())
        if isLast, !missing.isEmpty {
            throw FeatureExportTrouble.leftOut(table: definition.name, objectIDs: missing.sorted())
        }
    }

    /// All ids; nil where as many features have come as there were at the beginning and are now.
    ///
    /// What others add makes up for what is missing in a count, so that more than there were are no better than fewer. But only if they are fewer
    /// does a service have to list them that has given all that it counts.
    private func listedIDs() async throws -> [Int]? {
        let (come, expected, now) = (checkpoint.summary.features, checkpoint.expected, try await roll.count())
        guard come != expected || come != now else { return nil }
        let isShort = come < expected || come < now
        do {
            return try await roll.objectIDs()
        } catch FeatureExportTrouble.notListed where !isShort {
            return nil
        } catch let error as ServiceError {
            guard !isShort, error.isRefusalOfQuestion else { throw error }
            return nil
        }
    }

    private mutating func keep(_ output: any FeatureOutput) async throws {
        isTold = false
        checkpoint.outputLength = try await output.keep()
        isTold = true
        try await context.save(checkpoint)
        context.reportProgress(completed: checkpoint.summary.features, of: max(checkpoint.expected, checkpoint.summary.features))
    }

    private mutating func finish(_ output: any FeatureOutput) async throws -> FeatureExportWork.Summary {
        try await keep(output)
        if let before = checkpoint.definition { try await work.expectUnchanged(context, since: before) }
        try work.expectReplaceable(by: definition)
        checkpoint.summary.deletedMeanwhile = max(0, checkpoint.expected - checkpoint.summary.features)
        let length = try await output.finish()
        (checkpoint.outputLength, checkpoint.finalLength) = (length, length)
        try await context.save(checkpoint)
        // A job that says that it is paused, or cancelled, has not put anything in place.
        try context.commit()
        tellWhatStaysBehind()
        try await output.putInPlace()
        return checkpoint.summary
    }

    private func tellWhatStaysBehind() {
        let name = definition.name.printable()
        if definition.hasAttachments { tellOfAttachments(of: name) }
        if work.format == .geoJSON, parameters.returnsGeometry, definition.hasM {
            context.post(
                "\(name) has measures, for which GeoJSON has no place: they are not exported. CSV and GeoPackages keep them.",
                severity: .warning)
        }
    }

    private func tellOfAttachments(of name: String) {
        // What a service says is that files may be attached, not that some are.
        if case .service = work.source {
            context.post("\(name) may keep attachments: files that are attached to its features, if any, are not exported.")
        } else {
            context.post(
                "\(name) keeps attachments: files that are attached to its features are not exported.", severity: .warning)
        }
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
                    hasZ: true, isForPeople: true, isContinued: isContinued)
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
