import CairnTasks
import Foundation

/// A file that may be fetched in parts (RFC 9110, §14).
struct FileAnswer {
    private let data: Data
    private let type: String
    private let tag: String

    /// - Parameter tag: What tells the content from others of the same address.
    init(_ data: Data, type: String, tag: String) {
        (self.data, self.type, self.tag) = (data, type, "\"\(tag)\"")
    }

    func answer(_ request: ServiceRequest) -> ServiceAnswer {
        let headers = ["accept-ranges": "bytes", "etag": tag]
        let isOfThis = request.headers["if-range"].map { $0 == tag } ?? true
        guard isOfThis, let text = request.headers["range"], let range = Self.range(text, of: data.count) else {
            return ServiceAnswer(data, type, headers: headers)
        }
        guard !range.isEmpty else {
            return ServiceAnswer(Data(), type, headers: headers.merging(["content-range": "bytes */\(data.count)"]) { $1 }, status: 416)
        }
        let told = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(data.count)"
        let start = data.startIndex
        return ServiceAnswer(
            data[(start + range.lowerBound)..<(start + range.upperBound)], type,
            headers: headers.merging(["content-range": told]) { $1 }, status: 206)
    }

    /// The one part that is asked for, empty if there is none; nil if it is to be sent as a whole.
    private static func range(_ text: String, of size: Int) -> Range<Int>? {
        guard let match = text.lowercased().wholeMatch(of: /\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*/) else { return nil }
        switch (match.1.isEmpty, match.2.isEmpty) {
        case (true, true): return nil
        case (true, false): return max(0, size - (Int(match.2) ?? size))..<size
        case (false, let isOpen):
            let first = Int(match.1) ?? .max
            let last = isOpen ? Int.max : Int(match.2) ?? .max
            if first > last { return nil }
            return first >= size ? 0..<0 : first..<(min(last, size - 1) + 1)
        }
    }
}
