/// What became of one address of a batch.
public struct GeocodeMatch: Sendable, Hashable {
    /// How it went; an open set.
    public struct Status: RawRepresentable, Sendable, Hashable, Codable {
        /// The letter servers use.
        public let rawValue: String
        /// The status of that letter.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// One address fits best.
        public static let matched = Status(rawValue: "M")
        /// Several fit equally well; the first was taken.
        public static let tied = Status(rawValue: "T")
        /// None fits.
        public static let unmatched = Status(rawValue: "U")
    }

    /// The record's id.
    public var id: Int
    /// How it went.
    public var status: Status
    /// What was found; nil if unmatched.
    public var result: GeocodeResult?

    /// A match.
    public init(id: Int, status: Status, result: GeocodeResult?) {
        self.id = id
        self.status = status
        self.result = result
    }
}
