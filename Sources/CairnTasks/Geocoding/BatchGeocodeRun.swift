import CairnCore
import CairnGeo
import Foundation

/// One run of the work: the open input and output.
final class BatchGeocodeRun {
    struct Batch {
        var rows: [CSVReader.Row] = []
        var records: [GeocodeRecord] = []
        var problems: [CSVError] = []
    }

    private let work: BatchGeocodeWork
    private let reader: CSVReader
    private let output: FileDescriptor
    private let writer: any RowWriter
    private var checkpoint: BatchGeocodeWork.Checkpoint

    init(_ work: BatchGeocodeWork, _ checkpoint: BatchGeocodeWork.Checkpoint) throws {
        self.work = work
        self.checkpoint = checkpoint
        writer = work.writer
        output = try work.partial.open(after: checkpoint.outputLength)
        // What was written after the checkpoint is written again.
        try output.truncate(to: checkpoint.outputLength)
        if checkpoint.inputOffset == 0 {
            reader = try CSVReader(work.table.url)
            _ = try reader.next()
        } else {
            reader = try CSVReader(work.table.url, from: checkpoint.inputOffset, line: checkpoint.line)
        }
    }

    /// Rows can be long, too: a batch ends with the first one beyond eight megabytes.
    private static let largestBatch = 1 << 23

    /// The rows that come next; nil after the last one.
    ///
    /// - Throws: Also when the table has changed meanwhile: of the rows some would be those of another.
    func nextBatch(of size: Int) throws -> Batch? {
        let batch = try readBatch(of: size)
        guard try FileVersion(reader.file) == checkpoint.input else {
            throw BatchGeocodeTrouble.inputChanged(path: work.table.url.path)
        }
        return batch
    }

    private func readBatch(of size: Int) throws -> Batch? {
        var batch = Batch()
        let start = checkpoint.inputOffset
        while batch.rows.count < size, (batch.rows.last?.end ?? start) - start < Self.largestBatch, let row = try reader.next() {
            if let reason = row.problem ?? problem(of: row) {
                batch.problems.append(CSVError(file: work.table.url.path, line: row.line, reason: reason))
            } else {
                batch.records.append(GeocodeRecord(id: batch.rows.count, query: work.table.query(row.fields)))
            }
            batch.rows.append(row)
        }
        return batch.rows.isEmpty ? nil : batch
    }

    private func problem(of row: CSVReader.Row) -> String? {
        let expected = work.table.header.count
        return row.fields.count == expected ? nil : "\(row.fields.count) fields where the header has \(expected)"
    }

    /// Appends the batch's rows durably, and tells where the work then stands.
    func write(
        _ batch: Batch, _ matches: [GeocodeMatch], in context: JobContext<BatchGeocodeWork>
    ) async throws -> BatchGeocodeWork.Checkpoint {
        let byID = Dictionary(matches.map { ($0.id, $0) }) { first, _ in first }
        var text = checkpoint.summary.rows == 0 ? writer.head : ""
        for (index, row) in batch.rows.enumerated() {
            let match = byID[index] ?? GeocodeMatch(id: index, status: .unmatched, result: nil)
            text += writer.row(row.fields, match, isFirst: checkpoint.summary.rows == 0)
            count(match)
        }
        checkpoint.summary.malformed += batch.problems.count
        try await append(text, in: context)
        if let last = batch.rows.last {
            checkpoint.inputOffset = last.end
            checkpoint.line = reader.nextLine
        }
        return checkpoint
    }

    /// Appends what ends the file.
    func finish(in context: JobContext<BatchGeocodeWork>) async throws -> BatchGeocodeWork.Checkpoint {
        try await append((checkpoint.summary.rows == 0 ? writer.head : "") + writer.tail, in: context)
        checkpoint.finalLength = checkpoint.outputLength
        return checkpoint
    }

    /// Gives the complete file its name.
    func putInPlace() throws { try work.partial.putInPlace(output) }

    /// A full disk is ridden out here: what was answered is kept meanwhile.
    private func append(_ text: String, in context: JobContext<BatchGeocodeWork>) async throws {
        let (output, length) = (output, checkpoint.outputLength)
        checkpoint.outputLength = try await context.ridingOut { try output.appendDurably(text, after: length) }
    }

    private func count(_ match: GeocodeMatch) {
        checkpoint.summary.rows += 1
        switch match.status {
        case .matched: checkpoint.summary.matched += 1
        case .tied: checkpoint.summary.tied += 1
        default: checkpoint.summary.unmatched += 1
        }
    }
}
