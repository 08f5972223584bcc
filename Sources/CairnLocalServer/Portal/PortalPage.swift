import CairnCore

/// A page of what a portal lists, by numbers from 1 on.
struct PortalPage {
    private static let largest = 100
    let start: Int
    let limit: Int
    let range: Range<Int>
    /// Where the next one begins; -1 if there is none.
    let next: Int

    /// - Throws: A failure of code 400 for what is no number.
    init(_ request: ServiceRequest, count: Int, usual: Int) throws(ServiceFailure) {
        // Python's API begins at -1.
        start = max(1, try Self.number("start", request) ?? 1)
        limit = min(Self.largest, max(1, try Self.number("num", request) ?? usual))
        let first = min(start - 1, count)
        range = first..<min(count, first + limit)
        next = range.upperBound < count ? range.upperBound + 1 : -1
    }

    private static func number(_ name: String, _ request: ServiceRequest) throws(ServiceFailure) -> Int? {
        guard let text = request[name] else { return nil }
        guard let number = Int(text) else { throw .invalid(name, "\"\(text.prefix(60))\" is no whole number") }
        return number
    }
}
