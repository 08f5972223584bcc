import Cairn

/// The scales of the tiles that are taken, 1 : N; 0 for all there are.
struct ScaleOption {
    let min: Double
    let max: Double

    /// - Throws: `UsageError` for what is no scale, and for none between both.
    init(_ arguments: Arguments) throws {
        min = try arguments.double("--min-scale", in: 0...1e12) ?? 0
        max = try arguments.double("--max-scale", in: 0...1e12) ?? 0
        guard min == 0 || max == 0 || min >= max else {
            throw UsageError(
                reason: "there is no scale from --min-scale to --max-scale: the first shows less, and has the larger number.")
        }
    }
}
