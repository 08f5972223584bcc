import CairnCore
import CairnGeo
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A file of JSON that is written piece by piece.
final class ReplicaDocument {
    private let file: FileDescriptor
    private var buffer: [UInt8] = []

    init(at url: URL) throws {
        file = try FileDescriptor(url.path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    }

    func append(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        try flush(over: 64 << 10)
    }

    func append(_ bytes: some Collection<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        try flush(over: 64 << 10)
    }

    private func flush(over size: Int) throws {
        guard buffer.count > size else { return }
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Members of an object, each with a comma behind it.
    func members(_ members: [(String, JSONValue)]) throws {
        for (name, value) in members { try append("\"\(name)\":\(value.text()),") }
    }

    func finish() throws {
        try flush(over: 0)
    }

    // MARK: - Lists

    /// A list of what `body` gives, one by one.
    func list<Element>(
        _ body: (_ add: (Element) throws -> Void) throws -> Void, _ write: @escaping (Element) throws -> Void
    ) throws {
        var isFirst = true
        try append("[")
        try body { element in
            if !isFirst { try append(",") }
            isFirst = false
            try write(element)
        }
        try append("]")
    }

    func features(_ header: FeatureSetWriter.Header, _ body: ((Feature) throws -> Void) throws -> Void) throws {
        var writer = FeatureSetWriter(header, isList: true)
        try append("[")
        try body { feature in
            writer.append(feature)
            if writer.count > 64 << 10 { try append(writer.take()) }
        }
        try append(writer.take())
        try append("]")
    }

    // MARK: - Bytes

    /// Bytes in base64, as a text.
    func base64(_ body: (([UInt8]) throws -> Void) throws -> Void) throws {
        var rest: [UInt8] = []
        try append("\"")
        try body { piece in
            rest += piece
            let whole = rest.count - rest.count % 3
            try append(Data(rest[..<whole]).base64EncodedString())
            rest.removeFirst(whole)
        }
        try append("\(Data(rest).base64EncodedString())\"")
    }
}
