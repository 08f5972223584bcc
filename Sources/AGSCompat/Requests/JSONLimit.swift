import Foundation

/// How much JSON is read into dictionaries and arrays: one small value takes up to 200 bytes, and a list of them would take a hundred times the
/// answer.
struct JSONLimit {
    var byteCount = 64 << 20
    var valueCount = 4_000_000

    /// What is said of a document that is beyond it; nil for others.
    func objection(to document: Data) -> String? {
        if document.count > byteCount { return "\(byteCount >> 20) MiB" }
        return Self.valueCount(in: document) > valueCount ? "\(valueCount) values" : nil
    }

    /// How many values there are, names of members left out; perhaps some more.
    private static func valueCount(in document: Data) -> Int {
        var (count, isText, isEscaped) = (1, false, false)
        document.withUnsafeBytes { bytes in
            for byte in bytes {
                switch byte {
                case _ where isEscaped: isEscaped = false
                case UInt8(ascii: "\""): isText.toggle()
                case UInt8(ascii: "\\"): isEscaped = isText
                case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): count += isText ? 0 : 1
                default: break
                }
            }
        }
        return count
    }
}
