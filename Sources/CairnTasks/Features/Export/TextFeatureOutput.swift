import CairnCore
import CairnGeo
import Foundation

/// How features are written as text, one after the other.
protocol FeatureText: Sendable {
    var head: String { get }
    var tail: String { get }
    func append(_ feature: Feature, to bytes: inout [UInt8], isFirst: Bool) throws
}

/// A file of text.
actor TextFeatureOutput: FeatureOutput {
    private let executor = QueueExecutor("cairn.feature-output")
    private let text: any FeatureText
    private let partial: PartialOutput
    private var file: FileDescriptor?
    private var bytes: [UInt8] = []
    private var (length, count) = (0, 0)

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ text: any FeatureText, _ partial: PartialOutput) {
        (self.text, self.partial) = (text, partial)
    }

    func begin(_ checkpoint: inout FeatureExportWork.Checkpoint) throws {
        (length, count) = (checkpoint.outputLength, checkpoint.summary.features)
        let file = try partial.open(after: length)
        // What was written after the checkpoint is written again.
        try file.truncate(to: length)
        try file.seekToEnd()
        self.file = file
        if length == 0 { bytes = Array(text.head.utf8) }
    }

    func write(_ features: [Feature]) throws {
        for feature in features {
            try text.append(feature, to: &bytes, isFirst: count == 0)
            count += 1
            if bytes.count >= Self.pieceSize { try flush() }
        }
    }

    private static let pieceSize = 1 << 18

    private func flush() throws {
        try file?.write(bytes)
        length += bytes.count
        bytes.removeAll(keepingCapacity: true)
    }

    func keep() throws -> Int {
        try flush()
        try file?.synchronize()
        return length
    }

    func finish() throws -> Int {
        bytes += text.tail.utf8
        return try keep()
    }
}
