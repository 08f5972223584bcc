import Foundation

/// How many jobs that have succeeded or were cancelled a ``JobManager`` keeps, and how long. Failed ones are kept: they can be retried.
public struct JobRetention: Sendable, Hashable {
    /// How many are kept at most; the oldest are removed first. Nil keeps any number.
    public var maximumCount: Int?
    /// How long they are kept after their end, by the wall clock. Nil keeps them for good.
    public var maximumAge: Duration?

    /// Keeps everything unless told otherwise.
    public init(maximumCount: Int? = nil, maximumAge: Duration? = nil) {
        self.maximumCount = maximumCount
        self.maximumAge = maximumAge
    }
}

extension JobRetention {
    /// Takes out the oldest of the jobs that have ended, if it is not to be kept any longer.
    func popSurplus(of ended: inout RankedQueue<Date>, at now: Date) -> UUID? {
        guard let (_, date) = ended.first() else { return nil }
        let isOld = maximumAge.map { now.timeIntervalSince(date) >= $0.seconds } ?? false
        return isOld || ended.count > maximumCount ?? .max ? ended.popFirst() : nil
    }
}
