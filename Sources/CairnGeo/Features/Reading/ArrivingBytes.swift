/// Bytes of a document that are read while they come: those that have been read are let go of.
///
/// What is not all there is read from its beginning when there is twice as much: each byte is so read twice on average, and of what is too much
/// for one value nobody waits for the end.
struct ArrivingBytes {
    private(set) var bytes: [UInt8] = []
    /// How many of them have been read.
    var position = 0
    /// Bytes that have been passed, and are not let go of, for they will be read later.
    var kept: Range<Int>?
    /// The most bytes of one value; lists of features are read feature by feature.
    var mostOfValue = 64 << 20
    /// The most bytes of a list of features behind which stands what they mean.
    var mostOfList = 256 << 20
    /// Whether no more will come.
    private(set) var isWhole = false
    /// How many must be there, unread, before it makes sense to look again.
    private var wanted = 0

    /// Takes more of them.
    ///
    /// - Returns: How many have been let go of: by so much all that is left is nearer to the beginning.
    @discardableResult
    mutating func append(_ chunk: some Collection<UInt8>) -> Int {
        let read = position
        letGoOfRead()
        bytes.append(contentsOf: chunk)
        return read - position
    }

    private mutating func letGoOfRead() {
        let kept = kept ?? position..<position
        bytes.removeSubrange(kept.upperBound..<position)
        bytes.removeFirst(kept.lowerBound)
        position = kept.count
        if self.kept != nil { self.kept = 0..<kept.count }
    }

    /// Says that there is no more.
    mutating func finish() { isWhole = true }

    /// Whether it makes sense to read now.
    mutating func areWorthReading() -> Bool {
        guard isWhole || bytes.count - position >= wanted else { return false }
        wanted = 0
        return true
    }

    /// Says that what comes next is not all there.
    ///
    /// - Parameters:
    ///   - part: What comes next, in words for who is told that it is too large.
    ///   - most: The most bytes of it; those of a value if nothing else is said.
    /// - Throws: ``GeometryError/tooLarge(part:megabytes:)`` if there is too much of it already.
    mutating func waitForMore(of part: String = "A value", atMost most: Int? = nil) throws(GeometryError) {
        let most = most ?? mostOfValue
        let count = bytes.count - position
        // Not beyond the bound by much, either, before it is looked at again.
        wanted = min(2 * count, most + 1)
        if count > most { throw .tooLarge(part: part, megabytes: most >> 20) }
    }
}
