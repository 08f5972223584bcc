/// What is wrong with what came of a request.
struct Complaint: Sendable, CustomStringConvertible {
    enum Kind: Sendable {
        /// A result that is not the right one.
        case wrong
        /// An error that says nothing, or that nobody asked for.
        case strange
        /// It took longer than it may.
        case late
        /// Something secret, or a control character, came out.
        case leak
    }

    let kind: Kind
    let seed: UInt64
    let what: String
    let notes: [FaultScript.Note]

    var description: String { "seed \(seed), \(kind): \(what); done to it: \(notes)" }
}
