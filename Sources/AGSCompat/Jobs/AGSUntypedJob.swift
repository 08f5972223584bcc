/// What a job whose kind is not known shows as any value; every kind of job shows its own types under the same names.
///
/// ```swift
/// func report(_ job: AGSJob) { print(job.result as Any) }
/// func open(_ job: AGSGenerateGeodatabaseJob) { job.result?.load(completion: nil) }
/// ```
///
/// A property of a class cannot be overridden by one of another type. A default of a protocol can be hidden by one:
///
/// ```swift
/// final class CountLinesJob: AGSJob {
///     override func makeResult(from output: any Sendable) -> Any { LineCount(output) }
///     var result: LineCount? { (self as AGSJob).result as? LineCount }
/// }
/// ```
///
/// Where any value is expected the compiler takes the default, which gives the same object.
public protocol AGSUntypedJob: AnyObject {}

extension AGSUntypedJob where Self: AGSJob {
    /// The result of a job that has succeeded: always the same object.
    public var result: Any? { anyResult }
    /// What the job was made with: always the same object; nil if its kind has none for old callers.
    public var parameters: Any? { anyParameters }
}
