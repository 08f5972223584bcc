import CairnCore
import CairnGeo
import Foundation

/// A file of text.
actor TextFeatureOutput: FeatureOutput {
    private let executor = QueueExecutor("cairn.feature-output")
    private let partial: PartialOutput
    /// Makes what writes, behind what has been written or from the beginning.
    private let makeWriter: @Sendable (_ isContinued: Bool) -> any FeatureWriter
    private let readIDs: @Sendable (URL) throws -> FeaturesSeen
    private var writer: (any FeatureWriter)?
    private var file: FileDescriptor?
    private var length = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(
        _ partial: PartialOutput, readIDs: @escaping @Sendable (URL) throws -> FeaturesSeen,
        _ makeWriter: @escaping @Sendable (_ isContinued: Bool) -> any FeatureWriter
    ) {
        (self.partial, self.readIDs, self.makeWriter) = (partial, readIDs, makeWriter)
    }

    func begin(_ checkpoint: inout FeatureExportWork.Checkpoint) throws {
        // What has no features yet is begun anew.
        length = checkpoint.summary.features > 0 ? checkpoint.outputLength : 0
        let file = try partial.open(after: length)
        // What was written after the checkpoint is written again.
        try file.truncate(to: length)
        try file.seekToEnd()
        self.file = file
        writer = makeWriter(length > 0)
    }

    func write(_ features: [Feature]) throws {
        for feature in features {
            try writer?.append(feature)
            if let count = writer?.count, count >= Self.pieceSize { try flush() }
        }
    }

    private static let pieceSize = 1 << 18

    private func flush() throws {
        guard let bytes = writer?.take() else { return }
        try file?.write(bytes)
        length += bytes.count
    }

    func objectIDs() throws -> FeaturesSeen {
        try flush()
        return try readIDs(partial.url)
    }

    func keep() throws -> Int {
        try flush()
        try file?.synchronize()
        return length
    }

    func finish() throws -> Int {
        writer?.finish(exceededTransferLimit: false)
        return try keep()
    }

    func putInPlace() throws {
        guard let file else { return }
        try partial.putInPlace(file)
    }
}
