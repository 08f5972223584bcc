/// Counts the steps of a search, and looks now and then whether it is to end.
struct SearchWatch {
    /// How many steps have been made.
    private(set) var steps = 0
    private let isAsked: () -> Bool

    /// Some tens of microseconds.
    private static let interval = 1 << 14

    init(_ isAsked: @escaping () -> Bool = { false }) {
        self.isAsked = isAsked
    }

    /// - Throws: `CancellationError` if it is to end.
    mutating func step() throws(CancellationError) {
        steps += 1
        if steps & (Self.interval - 1) == 0, isAsked() { throw CancellationError() }
    }
}
