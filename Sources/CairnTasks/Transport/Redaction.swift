import CairnCore
import Foundation

/// Takes the secrets of a request out of whatever comes back: servers repeat them, and errors and answers get into logs.
struct Redaction: Sendable {
    static let mark = "[redacted]"

    /// In an answer a short secret could be any word; in an error it is taken out all the same.
    private static let shortestInAnswers = 12
    /// What nests deeper than this and holds a secret is left out as a whole.
    private static let maximumDepth = 64

    private let secrets: [[UInt8]]

    init(_ secrets: [String] = []) {
        // A form may be repeated with its spaces as they were sent by others.
        let forms = Set(secrets.flatMap { [$0, $0.replacing(" ", with: "+")] }).filter { !$0.isEmpty }
        // The longest first, for one may be a part of another.
        self.secrets = forms.map { Array($0.utf8) }.sorted { ($0.count, $1[0]) > ($1.count, $0[0]) }
    }

    /// A text of an error, without any secret, percent-encoded or not.
    func text(_ text: String) -> String { Self.replace(secrets, in: text) ?? text }

    /// An answer without the longer secrets.
    func json(_ value: JSONValue) -> JSONValue {
        let secrets = secrets.filter { $0.count >= Self.shortestInAnswers }
        return Self.occur(secrets, in: value) ? Self.replace(secrets, in: value, Self.maximumDepth) : value
    }

    /// An error without any secret in what it says.
    func error(_ error: any Error) -> any Error {
        guard let error = error as? TransportError else { return error }
        func hidden(_ words: String) -> String { text(words).printable() }
        let reason: TransportError.Reason =
            switch error.reason {
            case .redirection(let target): .redirection(to: hidden(target))
            case .redirectedPost(let target): .redirectedPost(to: hidden(target))
            case .garbled(let what): .garbled(hidden(what))
            case .notUnderstood(let what): .notUnderstood(hidden(what))
            case .authenticationDemanded(let scheme): .authenticationDemanded(scheme: hidden(scheme))
            case .untrusted(let why): .untrusted(hidden(why))
            case .invalidRequest(let why): .invalidRequest(hidden(why))
            case .failed(let what): .failed(hidden(what))
            case .refused, .unknownHost, .timedOut, .connectionLost, .tooLarge, .headTooLarge, .notEncrypted: error.reason
            }
        return TransportError(reason, at: error.url)
    }
}

extension Redaction {
    /// Most answers hold no secret: they are looked through without a copy of anything.
    private static func occur(_ secrets: [[UInt8]], in value: JSONValue) -> Bool {
        guard let shortest = secrets.last?.count else { return false }
        func occur(in text: String) -> Bool { text.utf8.count >= shortest && replace(secrets, in: text) != nil }
        var open = [value]
        while let value = open.popLast() {
            switch value {
            case .string(let text): if occur(in: text) { return true }
            case .array(let elements): open += elements
            case .object(let members):
                if members.keys.contains(where: occur) { return true }
                open += members.values
            default: break
            }
        }
        return false
    }

    private static func replace(_ secrets: [[UInt8]], in value: JSONValue, _ depth: Int) -> JSONValue {
        switch value {
        case .string(let text): return .string(replace(secrets, in: text) ?? text)
        case .array where depth == 0, .object where depth == 0: return .string(mark)
        case .array(let elements): return .array(elements.map { replace(secrets, in: $0, depth - 1) })
        case .object(let members):
            let pairs = members.map { (replace(secrets, in: $0.key) ?? $0.key, replace(secrets, in: $0.value, depth - 1)) }
            return .object(Dictionary(pairs) { first, _ in first })
        default: return value
        }
    }

    /// The text without the secrets; nil if there are none in it.
    private static func replace(_ secrets: [[UInt8]], in text: String) -> String? {
        var text = text
        var isChanged = false
        for secret in secrets {
            if let plain = replace(secret, in: text.utf8) { (text, isChanged) = (plain, true) }
            guard text.utf8.contains(0x25), let decoded = replace(secret, in: percentDecoded(text)) else { continue }
            (text, isChanged) = (decoded, true)
        }
        return isChanged ? text : nil
    }

    private static func replace(_ secret: [UInt8], in bytes: some Collection<UInt8>) -> String? {
        guard bytes.count >= secret.count else { return nil }
        let hidden = bytes.withContiguousStorageIfAvailable { replace(secret, inBytes: $0) }
        return hidden ?? Array(bytes).withUnsafeBufferPointer { replace(secret, inBytes: $0) }
    }

    private static func replace(_ secret: [UInt8], inBytes bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var (result, kept, index) = ([UInt8](), 0, 0)
        while index + secret.count <= bytes.count {
            guard bytes[index] == secret[0], bytes[index..<(index + secret.count)].elementsEqual(secret) else {
                index += 1
                continue
            }
            result += bytes[kept..<index] + Array(mark.utf8)
            index += secret.count
            kept = index
        }
        return kept == 0 ? nil : String(decoding: result + bytes[kept...], as: UTF8.self)
    }

    /// What is well-formed of it, decoded; the rest as it is. Foundation decodes all or nothing.
    private static func percentDecoded(_ text: String) -> [UInt8] {
        var (bytes, decoded) = (Array(text.utf8)[...], [UInt8]())
        while let byte = bytes.popFirst() {
            if byte == 0x25, let value = hexadecimal(bytes.prefix(2)) {
                decoded.append(value)
                bytes = bytes.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return values.count == 2 ? UInt8(truncatingIfNeeded: values[0] * 16 + values[1]) : nil
    }
}
