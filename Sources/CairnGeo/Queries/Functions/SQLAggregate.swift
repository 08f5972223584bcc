import CSQLite
import CairnCore

/// The statistics that SQLite has not, or has with an error for great sums.
enum SQLAggregate: String, CaseIterable {
    case sum = "cairn_sum"
    case variance = "cairn_variance"
    case deviation = "cairn_deviation"

    func result(_ spread: SQLSpread) -> AttributeValue {
        switch self {
        case .sum: spread.total
        case .variance: spread.variance
        case .deviation: spread.deviation
        }
    }

    private struct Cell {
        var isMade: Bool
        var spread: SQLSpread
    }

    /// The spread of one group, in memory that SQLite gives zeroed, and frees: plain numbers may live there.
    static func spread(_ context: OpaquePointer?) -> UnsafeMutablePointer<SQLSpread>? {
        guard let memory = sqlite3_aggregate_context(context, Int32(MemoryLayout<Cell>.size)) else { return nil }
        let cell = memory.bindMemory(to: Cell.self, capacity: 1)
        if !cell.pointee.isMade { cell.initialize(to: Cell(isMade: true, spread: SQLSpread())) }
        return UnsafeMutableRawPointer(cell).advanced(by: MemoryLayout<Cell>.offset(of: \.spread) ?? 0)
            .assumingMemoryBound(to: SQLSpread.self)
    }
}
