/// What goes wrong on purpose.
enum Trouble: Error {
    /// Ridden out.
    case passing
    /// The job fails, and is retried by somebody.
    case lasting
}
