import CairnCallbacks
import CairnCore
import CairnTasks

/// Where the sending of a request stands: a value behind its operation's lock.
struct RequestFlight: Sendable {
    /// What is said to an operation, or to its progress.
    enum Word: Sendable { case pause, resume }

    /// Whether what it depends on is there.
    var isReady = false
    private(set) var isPaused = false
    /// Whether its end is decided.
    private(set) var isOver = false
    var operation: CallbackOperation?
    /// Who executes it, to be answered though nobody else keeps him; nil before, and from the end on.
    private(set) var owner: Carried<AGSRequestOperation>?
    /// Its head alone.
    var answer: HTTPResponse?
    /// Whether the service may have got it.
    private var isSent = false
    /// Whether it was begun, and has neither ended nor been given up: its operation is known a little later.
    private var isUnderWay = false
    /// How often it was sent, or given up: what comes of a flight of another number is nobody's.
    private(set) var number = 0
    /// How many have said something that the progress may not show yet. What it shows meanwhile nobody has said.
    private(set) var speakerCount = 0

    /// Does what is said, if that can be done.
    ///
    /// - Parameter isRepeatable: Whether it may be sent twice.
    /// - Returns: Whether it was, and is to be shown.
    mutating func obey(_ word: Word, isRepeatable: Bool, _ wakes: inout Wakes) -> Bool {
        switch word {
        case .pause:
            guard !isPaused, !isOver, isRepeatable || !isSent else { return false }
            (isPaused, number) = (true, number + 1)
            giveUp(&wakes)
        case .resume: isPaused = false
        }
        speakerCount += 1
        return true
    }

    /// Has its owner stay until the end.
    mutating func keep(_ owner: Carried<AGSRequestOperation>) {
        if !isOver { self.owner = owner }
    }

    /// Has the progress show what holds, without a word.
    mutating func beginShowing() { speakerCount += 1 }

    /// Who has spoken has had shown what was said; false if something else holds by now, which he is to have shown, too.
    mutating func hasShown(isPaused: Bool) -> Bool {
        guard self.isPaused == isPaused else { return false }
        speakerCount -= 1
        return true
    }

    /// The number of what is sent now; nil if nothing is to be.
    mutating func begin() -> Int? {
        guard isReady, !isPaused, !isOver, !isUnderWay else { return nil }
        (isUnderWay, number) = (true, number + 1)
        return number
    }

    /// Whether what was begun is to be sent, and may have been from now on; false if it was given up.
    mutating func send(_ number: Int) -> Bool {
        guard isCurrent(number) else { return false }
        isSent = true
        return true
    }

    /// Its end is decided, once, by who has its owner.
    mutating func end(_ wakes: inout Wakes) {
        (isOver, owner) = (true, nil)
        giveUp(&wakes)
    }

    func isCurrent(_ number: Int) -> Bool { self.number == number && !isOver }

    private mutating func giveUp(_ wakes: inout Wakes) {
        isUnderWay = false
        if let operation = operation.take() { wakes.call { operation.cancel() } }
    }
}
