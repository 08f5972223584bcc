/// Something that an ``AGSOperationQueue`` carries out.
public protocol AGSOperation: AnyObject {
    /// Whether it was cancelled. It may go on for a while after that, and what has ended may have been cancelled, too.
    var canceled: Bool { get }
    /// Where it stands.
    var state: AGSOperationState { get }
    /// Whether ``execute()`` does most of the work before it returns, and is to be called on a thread that may wait.
    var startAsynchronously: Bool { get }
    /// Called when it has ended; for the queue.
    var internalCompletion: (() -> Void)? { get set }
    /// Starts it.
    func execute()
    /// Cancels it.
    func cancel()
}
