/// What this process wants of a job that it does not have, and how it goes about it.
///
/// It goes on as long as somebody holds the job, until the job is ours, has ended, or is free and nothing is wanted of it.
struct JobPursuit: Sendable {
    /// Whether to run the job as soon as it is free.
    var wantsToRun = false
    /// Whether to run it although its record says that it has failed.
    var isRetry = false
    /// What to ask of the owner, or to do in his place if he is gone.
    var command: JobRequest.Command?
    /// The token of the owner who has been asked, since it was asked for last.
    private(set) var asked: Int?
    /// Whether anybody has been asked at all.
    private var hasAsked = false
    /// How often has been looked since.
    private var looks = 0
    /// Whether the owner is to be asked although he has been.
    private(set) var isToBeAskedAgain = false
    /// How often something has been asked for, or taken back: a look that began before the last of it is of no consequence.
    var changes = 0
    /// Whether to look now, or only after a while.
    var isDue = true

    init(isDue: Bool = true) {
        self.isDue = isDue
    }

    /// Whether the claim is wanted as soon as it can be had. A pause is nothing to claim a job for that nobody has, unless its owner has
    /// died with the request.
    var wantsClaim: Bool { wantsToRun || command == .cancel || hasAsked }

    /// Whether a failure is no end.
    var wantsToRetry: Bool { wantsToRun && isRetry }

    /// Asks for something, also if that has been done before: who has the job by now may not have been asked. A cancellation is not taken back
    /// by a pause.
    mutating func ask(_ command: JobRequest.Command) {
        if self.command == .cancel, command == .pause { return }
        self.command = command
        asked = nil
        if command == .cancel { wantsToRun = false }
    }

    /// Runs the job after all; a pause that has been asked for is done first.
    mutating func askToRun() {
        if !wantsToRun { isRetry = false }
        wantsToRun = true
        if command == .pause, asked == nil { forgetPause() }
    }

    mutating func wasAsked(_ token: Int) {
        (asked, hasAsked, isToBeAskedAgain) = (token, true, false)
    }

    /// After a while the owner is asked once more: he may have taken the request, and the answer that brought it been lost.
    mutating func remind() {
        guard asked != nil else { return }
        looks += 1
        if looks % 10 == 0 { isToBeAskedAgain = true }
    }

    /// The job is paused, as was asked.
    mutating func forgetPause() {
        if command == .pause { (command, asked, hasAsked) = (nil, nil, false) }
    }
}
