/// Is told how a job has ended.
public typealias JobCompletionHandler = (Any?, (any Error)?) -> Void
