import CairnCore
import CairnGeo
import Foundation

/// One run of the work: the open output.
final class CostMatrixRun {
    /// What every output begins with.
    static let head = "Origin,Destination"

    private let work: CostMatrixWork
    private let output: FileDescriptor
    private var checkpoint: CostMatrixWork.Checkpoint

    init(_ work: CostMatrixWork, _ checkpoint: CostMatrixWork.Checkpoint) throws {
        (self.work, self.checkpoint) = (work, checkpoint)
        output = try work.partial.open(after: checkpoint.outputLength)
        // What was written after the checkpoint is written again.
        try output.truncate(to: checkpoint.outputLength)
    }

    /// Appends the rows of some origins durably, and tells where the work then stands.
    ///
    /// - Parameters:
    ///   - matrix: The costs.
    ///   - origins: What the table calls the origins: services give back names that are cut.
    ///   - destinations: What the other table calls the destinations.
    ///   - context: Of the job.
    func write(
        _ matrix: CostMatrix, _ origins: [String], _ destinations: [String], in context: JobContext<CostMatrixWork>
    ) async throws -> CostMatrixWork.Checkpoint {
        let isFirst = checkpoint.outputLength == 0
        if isFirst { checkpoint.costNames = matrix.costAttributeNames }
        guard checkpoint.costNames == matrix.costAttributeNames else {
            throw CostMatrixTrouble.costsChanged(now: matrix.costAttributeNames, before: checkpoint.costNames)
        }
        var (text, costs) = (isFirst ? header : "", 0)
        for origin in matrix.origins.indices {
            for destination in matrix.indexesOfDestinations(reachedFrom: origin) {
                let row = checkpoint.costNames.map { matrix.cost($0, from: origin, to: destination) }
                text += CSVWriter.row(
                    [origins[origin], destinations[destination]]
                        + row.map { $0.map { AttributeValue.double($0).text } ?? "" })
                costs += 1
            }
        }
        try await append(text, in: context)
        count(matrix, costs, isFirst: isFirst)
        return checkpoint
    }

    private var header: String { CSVWriter.row(["Origin", "Destination"] + checkpoint.costNames) }

    private func count(_ matrix: CostMatrix, _ costs: Int, isFirst: Bool) {
        checkpoint.summary.origins += matrix.origins.count
        checkpoint.summary.costs += costs
        checkpoint.summary.unlocated += matrix.origins.count { $0.locationStatus == .notLocated }
        guard isFirst else { return }
        checkpoint.summary.destinations = matrix.destinations.count
        checkpoint.summary.unlocated += matrix.destinations.count { $0.locationStatus == .notLocated }
    }

    func finish(in context: JobContext<CostMatrixWork>) async throws -> CostMatrixWork.Checkpoint {
        // Where there are no origins there are no costs either.
        if checkpoint.outputLength == 0 { try await append(header, in: context) }
        checkpoint.finalLength = checkpoint.outputLength
        return checkpoint
    }

    /// Gives the complete file its name.
    func putInPlace() throws { try work.partial.putInPlace(output) }

    /// A full disk is ridden out here: what was answered is kept meanwhile.
    private func append(_ text: String, in context: JobContext<CostMatrixWork>) async throws {
        let (output, length) = (output, checkpoint.outputLength)
        checkpoint.outputLength = try await context.ridingOut { try output.appendDurably(text, after: length) }
    }
}
