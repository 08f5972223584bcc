/// What watchers of a job watch, from its birth, or from a retry, to its end.
struct JobStreams: Sendable {
    /// The run's number.
    let number: Int
    let statuses: Log<JobStatus>
    let messages: Log<JobMessage>
    let progress: Level<Double>

    init(run number: Int, _ status: JobStatus, _ messages: [JobMessage], _ progress: Double) {
        self.number = number
        statuses = Log([status])
        self.messages = Log(messages)
        self.progress = Level(progress)
    }

    var run: JobRun { JobRun(number: number, statuses: statuses.entries) }

    func finish(_ wakes: inout Wakes) {
        statuses.finish(&wakes)
        messages.finish(&wakes)
        progress.finish(&wakes)
    }
}
