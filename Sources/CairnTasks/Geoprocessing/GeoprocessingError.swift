import CairnCore
public import Foundation

/// What becomes of a tool, or cannot be done with one.
public enum GeoprocessingError: Error, Sendable, Hashable {
    /// The address is that of a service, which has these tools.
    case isService(url: String, tools: [String])
    /// The tool does its work in the other way.
    case wrongExecutionType(task: String, is: GeoprocessingExecutionType)
    /// Inputs that the tool needs are not given.
    case missingInputs(task: String, names: [String])
    /// The tool has no such inputs.
    case unknownInputs(task: String, names: [String], known: [String])
    /// The result has no output of that name.
    case noOutput(name: String, known: [String])
    /// What was uploaded, or is in a portal, has no address here to fetch it from.
    case noAddress
    /// The job has failed on the server, or ran out of time there, or was cancelled or deleted there by somebody else.
    ///
    /// - Parameters:
    ///   - state: How it ended.
    ///   - jobID: The job on the server.
    ///   - task: The address of the tool.
    ///   - reasons: What the server says, the last of it.
    case jobEnded(GeoprocessingJobState, jobID: String, task: String, reasons: [String])
    /// The server does not know the job any more: it keeps jobs for a time only.
    case jobGone(jobID: String, task: String, reason: String)
    /// The tool was asked to begin, and the answer is lost: it may run, or have run, and nobody can find it. It has not been asked again.
    case outcomeUnknown(task: String, reason: String)
}

extension GeoprocessingError: CustomStringConvertible, LocalizedError {
    /// What happened, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .isService(let url, let tools):
            "\(url) is a service, and no tool. Add the name of one to the address: \(tools.isEmpty ? "it has none" : Self.list(tools))."
        case .wrongExecutionType(let task, .synchronousExecute):
            "\(task.printable()) does its work while its caller waits. Set executionType to synchronousExecute."
        case .wrongExecutionType(let task, .asynchronousSubmit):
            "\(task.printable()) does its work as a job on the server. Set executionType to asynchronousSubmit, and make a job of it."
        case .missingInputs(let task, let names):
            "\(task.printable()) needs a value for \(Self.list(names)): set it in the inputs of the parameters."
        case .unknownInputs(let task, let names, let known):
            "\(task.printable()) has no input \(Self.list(names)), only \(known.isEmpty ? "none" : Self.list(known))."
        case .noOutput(let name, let known):
            "The result has no output \(name.printable()), only \(known.isEmpty ? "none" : Self.list(known))."
        case .noAddress:
            "It has no address to be fetched from: what was uploaded is where it came from, and what is in a portal, there."
        case .jobEnded(let state, let id, let task, let reasons):
            "The job \(id.printable()) of \(task) \(state.ending) on the server"
                + (reasons.isEmpty ? ", which gives no reason." : ": \(reasons.joined(separator: " "))")
                + (state == .failed ? "" : " Retry to submit it anew.")
        case .jobGone(let id, let task, let reason):
            "The server does not know the job \(id.printable()) of \(task) any more: \(reason) Retry if that may change, or make a new job to do "
                + "the work again."
        case .outcomeUnknown(let task, let reason):
            "\(task) was asked to run, and nobody knows whether it does: \(reason) It has not been asked again. Retry to do that, if it does no "
                + "harm should it run twice."
        }
    }

    private static func list(_ names: [String]) -> String { names.prefix(30).map { $0.printable() }.joined(separator: ", ") }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension GeoprocessingError {
    /// Whether somebody can put it right, so that the same may be tried again.
    var canBePutRight: Bool {
        switch self {
        case .jobEnded(let state, _, _, _): state != .failed
        case .jobGone, .outcomeUnknown: true
        default: false
        }
    }
}
