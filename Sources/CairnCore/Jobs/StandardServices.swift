/// Services that know themselves how to do what is usual, so that jobs need not be given any.
///
/// ```swift
/// struct Paths: StandardServices {
///     static let standard = Paths(folder: .temporaryDirectory)
///     var folder: URL
/// }
/// ```
///
/// Work whose services are such needs none to make, restore or register a job: `try await Job(work).run()`. Whoever wants others gives
/// them, as a test does.
public protocol StandardServices: Sendable {
    /// The usual ones.
    static var standard: Self { get }
}

extension Job where Work.Services: StandardServices {
    /// A job that has not been started, with the standard services of its work.
    ///
    /// - Throws: ``JobError/notStorable(reason:)`` if the work cannot be encoded.
    public init(_ work: Work, configuration: JobConfiguration = JobConfiguration()) throws(JobError) {
        try self.init(work, services: .standard, configuration: configuration)
    }

    /// A job from its record, with the standard services of its work: paused, or as it had ended.
    ///
    /// - Throws: As ``init(restoring:configuration:services:)``.
    public init(restoring record: JobRecord, configuration: JobConfiguration = JobConfiguration()) throws(JobError) {
        try self.init(restoring: record, configuration: configuration) { .standard }
    }
}

extension JobKinds {
    /// Makes a kind known whose jobs get the standard services of its work.
    public func register<Work: JobWork>(_ type: Work.Type) where Work.Services: StandardServices {
        register(type) { .standard }
    }
}

extension JobManager {
    /// Makes a job for this manager's store, with the standard services of its work, and holds it.
    ///
    /// - Throws: ``JobError/notStorable(reason:)`` if the work cannot be encoded.
    public func makeJob<Work: JobWork>(_ work: Work) throws(JobError) -> Job<Work> where Work.Services: StandardServices {
        try makeJob(work, services: .standard)
    }
}
