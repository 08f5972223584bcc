public import CairnCore
import CairnGeo
public import Foundation

/// Finds what it costs to get from each place of a table to each of another, into a file: a job that can be stopped at any moment and goes on where it was.
///
/// ```swift
/// let work = CostMatrixWork(
///     origins: try PlaceTable(detecting: depots), destinations: try PlaceTable(detecting: shops), output: result,
///     network: .file(town))
/// let job = try Job(work, services: networkServices, configuration: JobConfiguration(store: store))
/// print(try await job.run().costs)
/// ```
///
/// The output is CSV: the columns Origin and Destination, with the names that the tables have for them, and a column for each cost, named and counted as the
/// network has it. A pair to which no way leads, or none within the limit, has no row. Rows come in the order of the tables. The output stands at its path only
/// when it is complete; until then it grows in a sibling that ends in `.partial`.
public struct CostMatrixWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.cost-matrix"

    /// Where networks come from.
    public typealias Services = NetworkServices

    /// What is asked of the network beside the places.
    public struct Options: Sendable, Hashable, Codable {
        /// How one moves, by the name of the travel mode; empty for the usual way.
        public var travelModeName = ""
        /// The most that a way may cost, in units of the impedance; nil for what is usual on the network.
        public var impedanceCutoff: Double?
        /// How many destinations are told of each origin, the closest ones; nil for what is usual on the network, mostly all.
        public var targetDestinationCount: Int?
        /// The costs that are told beside the one that is kept low, by their names.
        public var accumulateAttributeNames: [String] = []
        /// How many origins go into one question; nil for as many as make 10,000 costs with a service, and a million with a file.
        public var batchSize: Int?

        /// What is usual.
        public init() {}
    }

    /// How it went.
    public struct Summary: Sendable, Hashable, Codable {
        /// Origins asked for so far.
        public var origins = 0
        /// Destinations of each.
        public var destinations = 0
        /// Pairs whose cost is told.
        public var costs = 0
        /// Places that are far from any road.
        public var unlocated = 0
    }

    /// Where the work stands: everything before is in the output, and durable.
    public struct Checkpoint: Sendable, Codable, Hashable {
        var summary = Summary()
        var outputLength = 0
        /// What the inputs were when the work began; they must not change under it.
        var inputs: [FileVersion]
        /// The columns of the costs; empty before the first batch.
        var costNames: [String] = []
        /// The size of the complete output, once all is written but for its name.
        var finalLength: Int?
    }

    /// From where.
    public var origins: PlaceTable
    /// To where.
    public var destinations: PlaceTable
    /// Where the result goes; a file that is there is replaced at the end.
    public var output: URL
    /// Which network to use.
    public var network: NetworkSource
    /// What else is asked.
    public var options: Options

    /// A description of the work.
    ///
    /// - Parameters:
    ///   - origins: From where.
    ///   - destinations: To where.
    ///   - output: Where the result goes.
    ///   - network: Which network to use.
    ///   - options: What else is asked.
    public init(
        origins: PlaceTable, destinations: PlaceTable, output: URL, network: NetworkSource, options: Options = Options()
    ) {
        (self.origins, self.destinations, self.output) = (origins, destinations, output)
        (self.network, self.options) = (network, options)
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> Summary {
        if let checkpoint = context.checkpoint, try isComplete(checkpoint, isAtWork: context.isAtWork) {
            return checkpoint.summary
        }
        var checkpoint = try context.checkpoint ?? Checkpoint(inputs: versions())
        let (from, to) = (try origins.places(), try destinations.places())
        try verify(checkpoint, from.count)
        let task = try context.services.costMatrix(network)
        var parameters = try await context.ridingOut { try await task.makeDefaultParameters() }
        try fill(&parameters, task.info, to)
        let run = try CostMatrixRun(self, checkpoint)
        let size = batchSize(to.count)
        var told: Set<String> = []
        while checkpoint.summary.origins < from.count {
            let first = checkpoint.summary.origins
            parameters.origins = from[first..<min(from.count, first + size)].map {
                CostMatrix.Origin(point: $0.point, name: $0.name)
            }
            let question = parameters
            let matrix = try await context.ridingOut { try await task.solveCostMatrix(using: question) }
            // What is said of destinations, and of the network, is said with each batch.
            for message in matrix.messages where told.count < Self.reportedProblems && told.insert(message).inserted {
                context.post(message, severity: .warning)
            }
            guard try versions() == checkpoint.inputs else { throw CostMatrixTrouble.inputChanged }
            let names = from[first..<first + question.origins.count].map(\.name)
            checkpoint = try await run.write(matrix, names, to.map(\.name), in: context)
            try await context.save(checkpoint)
            context.reportProgress(completed: checkpoint.summary.origins, of: from.count)
        }
        checkpoint = try await run.finish(in: context)
        try await context.save(checkpoint)
        try context.commit()
        try run.putInPlace()
        return checkpoint.summary
    }

    /// As of a job that geocodes a table.
    public static func transience(of error: any Error) -> Transience { BatchGeocodeWork.transience(of: error) }

    /// As of a job that geocodes a table.
    public static func canBeRetried(after error: any Error) -> Bool { BatchGeocodeWork.canBeRetried(after: error) }

    static let reportedProblems = 100

    /// The output as far as it is written; none if what is there only has its name.
    public var partialFiles: [URL] { partial.isTaken ? [] : [partial.url] }

    var partial: PartialOutput { PartialOutput(output: output, head: CostMatrixRun.head) }

    private func batchSize(_ destinations: Int) -> Int {
        // With each question a file is asked where all destinations are.
        let (pairs, least) = if case .file = network { (1_000_000, 200) } else { (10_000, 1) }
        return max(1, min(options.batchSize ?? max(least, pairs / max(1, destinations)), 100_000))
    }

    private func fill(_ parameters: inout CostMatrixParameters, _ info: CostMatrixTaskInfo?, _ destinations: [PlaceTable.Place])
        throws
    {
        if !options.travelModeName.isEmpty {
            let modes = info?.travelModes ?? []
            let words = [options.travelModeName.lowercased(), options.travelModeName.lowercased().replacing("-", with: " ")]
            guard let mode = modes.first(where: { words.contains($0.name.lowercased()) || words[0] == $0.id.lowercased() }) else {
                throw RouteError.unknownTravelMode(options.travelModeName, known: modes.map(\.name))
            }
            parameters.travelMode = mode
        }
        let known = costs(info, by: parameters.travelMode)
        // What a table of hours lacks in the end is told before it is begun; a service that does not say what it has is asked.
        if let name = options.accumulateAttributeNames.first(where: { !known.contains($0) }), !known.isEmpty {
            throw RouteError.unknownCost(name, known: known)
        }
        parameters.destinations = destinations.map { CostMatrix.Destination(point: $0.point, name: $0.name) }
        parameters.defaultImpedanceCutoff = options.impedanceCutoff ?? parameters.defaultImpedanceCutoff
        parameters.defaultTargetDestinationCount = options.targetDestinationCount ?? parameters.defaultTargetDestinationCount
        parameters.accumulateAttributeNames = options.accumulateAttributeNames
    }

    /// The names of the costs that the network tells; those of a file that are times are each of one way to move.
    private func costs(_ info: CostMatrixTaskInfo?, by mode: TravelMode?) -> [String] {
        var costs = info?.costAttributes ?? [:]
        let mode = mode ?? info?.network.defaultTravelMode
        if case .file = network, let mode {
            costs = costs.filter { $1.unit.seconds == nil || [mode.timeAttributeName, mode.impedanceAttributeName].contains($0) }
        }
        return costs.keys.sorted()
    }

    /// Whether all is done but, perhaps, the last step: the process may have died between renaming and telling.
    private func isComplete(_ checkpoint: Checkpoint, isAtWork: Bool) throws -> Bool {
        guard let length = checkpoint.finalLength else { return false }
        guard length == checkpoint.outputLength, length >= 0 else { throw CostMatrixTrouble.recordDamaged }
        try partial.complete(length: length, isAtWork: isAtWork)
        return true
    }

    private func versions() throws -> [FileVersion] {
        var files = [origins.url, destinations.url]
        if case .file(let url) = network { files.append(url) }
        return try files.map { try FileVersion(FileDescriptor($0.path, O_RDONLY)) }
    }

    /// What was recorded must fit what is there, and itself.
    private func verify(_ checkpoint: Checkpoint, _ count: Int) throws {
        guard try versions() == checkpoint.inputs else { throw CostMatrixTrouble.inputChanged }
        let isSound =
            (0...count).contains(checkpoint.summary.origins) && checkpoint.outputLength >= 0 && checkpoint.summary.costs >= 0
        guard isSound else { throw CostMatrixTrouble.recordDamaged }
    }
}

extension CostMatrixWork: SparingWork {
    package var foreignFiles: [URL] { partial.isForeign ? [partial.url] : [] }
}
