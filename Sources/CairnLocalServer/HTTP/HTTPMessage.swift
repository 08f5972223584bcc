import CairnCore
import Foundation

/// A request as it came over the wire.
struct HTTPMessage: Sendable, Equatable {
    var method = ""
    /// As sent: path and query.
    var target: String
    /// By names in lower case. Values of fields that come twice stand after one another, with commas between.
    var headers: [String: String] = [:]
    var body = Data()
    /// Whether its sender passes over answers that are not yet the last: older ones than HTTP/1.1 do not.
    var takesInterimAnswers = false
    /// The lengths that it tells; more than one is how requests are smuggled past proxies.
    private(set) var lengths: Set<String> = []
    private var isMalformed = false

    init(target: String) {
        self.target = target
        isMalformed = target.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// Adds a header field.
    mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        isMalformed = isMalformed || name.isEmpty || !name.allSatisfy(Self.isOfName) || value.contains(where: Self.isControl)
        let name = String(decoding: name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        let value = String(decoding: value, as: UTF8.self).streamSafe
        if name == "content-length" { lengths.insert(value) }
        headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }

    /// Whom a target names that is a whole address: that counts more than `Host`.
    var authority: String? {
        // Nearly all are paths.
        guard target.utf8.first != UInt8(ascii: "/"),
            let scheme = ["http://", "https://"].first(where: target.lowercased().hasPrefix)
        else { return nil }
        let rest = target.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        return rest.isEmpty ? nil : String(rest)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    /// Why a request with this head is not answered; nil if it may be.
    func refusal(_ limits: ServerLimits) -> HTTPReply? {
        if isMalformed { return .refusal(400, "The head has bytes that it may not have.") }
        if !target.hasPrefix("/"), authority == nil { return .refusal(400, "The target is no path.") }
        if lengths.count > 1 { return .refusal(400, "There are two lengths.") }
        if let coding = headers["transfer-encoding"] {
            guard coding.lowercased() == "chunked" else { return .refusal(501, "This transfer coding is not understood.") }
            if !lengths.isEmpty { return .refusal(400, "There is a length, and chunks tell another.") }
        }
        guard let length = lengths.first.map({ Int($0) ?? .max }), length > limits.bodySize else { return nil }
        return .refusal(413, "The body has more than \(limits.bodySize) bytes.")
    }
}
