/// What looks through whole texts: megabytes of them for each row, so that it must be ended in their midst.
enum SQLSearch: String, CaseIterable {
    /// A text, a pattern, and perhaps the character that takes its meaning from the next.
    case like = "cairn_like"
    /// A text, and what is sought in it: at which character it begins, the first being 1; 0 if nowhere.
    case position = "cairn_position"

    /// The numbers of arguments it may have.
    var counts: ClosedRange<Int> { self == .like ? 2...3 : 2...2 }

    /// - Parameter watch: Is told of every step, and ends it.
    /// - Throws: What `watch` throws.
    func result(_ values: [AttributeValue], _ watch: inout SearchWatch) throws(CancellationError) -> AttributeValue {
        let text = Array(values[0].sqlText.utf8)
        switch self {
        case .like:
            let escape = values.count > 2 ? values[2].sqlText.utf8.first : nil
            return .integer(try LikePattern(values[1].sqlText, escape: escape).matches(text, &watch) ? 1 : 0)
        case .position:
            guard let place = try BytePattern(Array(values[1].sqlText.utf8), &watch).place(in: text, &watch) else {
                return .integer(0)
            }
            // Only the first byte of a character is none of those that go on.
            return .integer(1 + text[..<place].count { $0 & 0xC0 != 0x80 })
        }
    }
}
