import Foundation

/// What a context needs of the job it belongs to, whatever that job's work is.
protocol JobHost: AnyObject, Sendable {
    var jobID: UUID { get }
    var configuration: JobConfiguration { get }
    var time: ElapsedTime { get }
    /// The children that this run has come to, by their paths.
    var enrolled: EnrolledChildren { get }

    /// Throws where nothing may be submitted to a server: where an output is only rebuilt, and once the job is being cancelled.
    func checkMaySubmit(_ kind: String) throws
    /// The body puts its output in place; throws if it is not to run any more.
    func commit() throws
    /// Whether the job has been paused or cancelled since.
    var isStoppedTooLate: Bool { get }
    /// A number that tells one operation from all others.
    func nextCall() -> Int
    func node(at path: [String]) -> JobNode?
    @discardableResult
    func change<Result: Sendable>(
        _ path: [String], wantsSaving: Bool, _ change: @Sendable (inout JobNode) -> Result
    ) -> Result?
    /// Waits until every change so far has been saved; a store in trouble is ridden out.
    func saved() async throws
    /// Notes the id of a server's job; false if it cannot be recorded any more.
    func submitted(_ serverJobID: String, at path: [String]) -> Bool
    /// Who has submitted it does not wait for its record any longer; whether it must be disowned, for the claim was lost before there was one.
    func leave(_ serverJobID: String, at path: [String]) -> Bool
    /// Cancels a server's job whose id came when it could not be recorded any more.
    func disown(_ serverJobID: String, at path: [String]) async
    /// Cancels what a child, and those below it, have servers do; gives those of which that is not confirmed.
    func cancelServerJobs(ofChildAt path: [String]) async -> [String]
    func post(_ message: JobMessage)
    /// Whether a child's work may begin; not while it is under way.
    func enter(_ path: [String], _ child: ChildWork) -> Bool
    func leave(_ path: [String])
    func answered(_ operation: OutageClocks.Operation)
    func failed(_ operation: OutageClocks.Operation) -> Duration
    /// The operation is given up: how long it has failed is of interest only if the whole body stops.
    func ended(_ operation: OutageClocks.Operation)
    /// A sleep that `checkStatus()` cuts short.
    func makeSleeper(for duration: Duration) -> (id: Int, sleeper: Task<Void, Never>)
    func forgetSleeper(_ id: Int)
    /// What was to be asked after a sleep has been, or could not be.
    func asked(after sleep: Int?, _ trouble: (any Error)?)
}

extension JobHost {
    /// Sleeps, unless `checkStatus()` cuts it short.
    ///
    /// - Returns: The sleep's number, by which ``asked(after:_:)`` is told what came of it.
    func sleep(for duration: Duration) async throws -> Int {
        let (id, sleeper) = makeSleeper(for: duration)
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
        forgetSleeper(id)
        if Task.isCancelled {
            asked(after: id, nil)
            throw CancellationError()
        }
        return id
    }
}
