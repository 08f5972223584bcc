import CairnCore
import Foundation

/// Reads the features of an answer in Esri's Protocol Buffers (`f=pbf`, FeatureCollection 1.0) while its bytes come.
///
/// It keeps as little as a ``FeatureSetReader``.
package struct FeaturePBFReader: FeatureReader {
    private var arrived = ArrivingBytes()
    /// Where the messages end that the place lies in, the innermost last, in bytes from the beginning of the buffer.
    private var ends: [Int] = []
    private var draft = FeaturePBFHeader()
    private var features: QuantizedFeatures?

    /// Whether there is a result that has features, be they none.
    package private(set) var hasFeatures = false
    /// How many features have been read.
    package private(set) var count = 0

    package init() {}

    /// What the collection says of its features, without these; complete when all has been read.
    package var header: FeatureSet {
        FeatureSet(
            fields: draft.fields, spatialReference: draft.geometry.spatialReference,
            exceededTransferLimit: draft.exceededTransferLimit)
    }

    /// Takes more of the collection.
    package mutating func append(_ chunk: some Collection<UInt8>) {
        let gone = arrived.append(chunk)
        ends = ends.map { $0 - gone }
    }

    /// Says that there is no more.
    package mutating func finish() { arrived.finish() }

    /// Reads all features that are there.
    ///
    /// - Throws: ``GeometryError`` for what is no such collection, and for geometries that are not supported.
    package mutating func read(into features: inout [Feature]) throws(GeometryError) {
        guard arrived.areWorthReading() else { return }
        do {
            try readOn(into: &features)
        } catch .refused(let error) {
            throw error
        } catch {
            if arrived.isWhole { throw .malformed("the collection ends too early") }
            try arrived.waitForMore()
        }
    }

    private mutating func readOn(into features: inout [Feature]) throws(ProtobufStop) {
        let bytes = arrived.bytes
        let outcome: Result<Void, ProtobufStop> = bytes.withUnsafeBufferPointer { bytes in
            do throws(ProtobufStop) {
                while arrived.position < bytes.count {
                    try step(bytes, &features)
                }
                if arrived.isWhole, !ends.isEmpty { throw .wrong("the collection ends too early") }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    /// Reads one field of the innermost message.
    private mutating func step(_ bytes: UnsafeBufferPointer<UInt8>, _ features: inout [Feature]) throws(ProtobufStop) {
        guard let start = bytes.baseAddress else { return }
        let end = ends.last ?? Int.max
        var cursor = ProtobufCursor(start + arrived.position, end: start + min(end, bytes.count))
        do {
            try field(&cursor, &features)
        } catch .unfinished where arrived.isWhole || end <= bytes.count {
            throw .wrong("a message ends too early")
        }
        arrived.position = cursor.place - start
        while let end = ends.last, arrived.position == end { ends.removeLast() }
    }

    /// What begins with no field is something else, such as a page of HTML.
    private static func tag(_ cursor: inout ProtobufCursor) throws(ProtobufStop) -> (Int, ProtobufCursor.Wire) {
        do throws(ProtobufStop) { return try cursor.field() } catch {
            if case .refused = error { throw .wrong("this is no feature collection in Protocol Buffers") }
            throw error
        }
    }

    private mutating func field(_ cursor: inout ProtobufCursor, _ features: inout [Feature]) throws(ProtobufStop) {
        let start = cursor
        let (number, wire) = try Self.tag(&cursor)
        switch (ends.count, number, wire) {
        case (0, 2, .bytes), (1, 1, .bytes):
            let length = try cursor.varint()
            let place = arrived.position + (cursor.place - start.place)
            guard length <= UInt64((ends.last ?? Int.max) - place) else {
                throw .wrong("a message is longer than the one it lies in")
            }
            if ends.count == 1, hasFeatures { throw .wrong("it has two lists of features") }
            if ends.count == 1 { hasFeatures = true }
            ends.append(place + Int(length))
        case (2, 15, .bytes):
            let message = try cursor.content()
            // All of the message is there: what is missing in it will not come.
            do { features.append(try reader().feature(message)) } catch .unfinished { throw .wrong("a feature ends too early") }
            count += 1
        case (2, _, _):
            try draft.read(number, wire, &cursor, afterFeatures: count > 0)
        default: try cursor.pass(wire)
        }
    }

    private mutating func reader() throws(ProtobufStop) -> QuantizedFeatures {
        if let features { return features }
        let reader = try QuantizedFeatures(draft.fields, draft.geometry)
        features = reader
        return reader
    }
}
