/// How a job stands on its server, an open set: of what a newer server adds nobody knows that it has ended.
public struct GeoprocessingJobState: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `esriJobExecuting`.
    public let rawValue: String

    /// The state of that name, with `esri` and `Job` before it or not, in any case of letters, with one l or two.
    public init(rawValue: String) {
        let name = Self.plain(rawValue)
        self.rawValue = Self.known.first { Self.plain($0) == name } ?? rawValue
    }

    /// What distinguishes a name, however it is written.
    private static func plain(_ name: String) -> String {
        var name = name.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }[...]
        for prefix in ["esri", "job"] where name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
        return String(name).replacing("canceled", with: "cancelled").replacing("canceling", with: "cancelling")
    }

    private static let known = [
        "esriJobNew", "esriJobSubmitted", "esriJobWaiting", "esriJobExecuting", "esriJobSucceeded", "esriJobFailed",
        "esriJobTimedOut",
        "esriJobCancelling", "esriJobCancelled", "esriJobDeleting", "esriJobDeleted",
    ]

    /// It has been made.
    public static let new = GeoprocessingJobState(rawValue: "esriJobNew")
    /// It has been handed in.
    public static let submitted = GeoprocessingJobState(rawValue: "esriJobSubmitted")
    /// It waits for its turn.
    public static let waiting = GeoprocessingJobState(rawValue: "esriJobWaiting")
    /// It is being done.
    public static let executing = GeoprocessingJobState(rawValue: "esriJobExecuting")
    /// It is done.
    public static let succeeded = GeoprocessingJobState(rawValue: "esriJobSucceeded")
    /// It could not be done.
    public static let failed = GeoprocessingJobState(rawValue: "esriJobFailed")
    /// It took longer than it may.
    public static let timedOut = GeoprocessingJobState(rawValue: "esriJobTimedOut")
    /// It is being cancelled.
    public static let cancelling = GeoprocessingJobState(rawValue: "esriJobCancelling")
    /// It was cancelled.
    public static let cancelled = GeoprocessingJobState(rawValue: "esriJobCancelled")
    /// It is being deleted.
    public static let deleting = GeoprocessingJobState(rawValue: "esriJobDeleting")
    /// It was deleted.
    public static let deleted = GeoprocessingJobState(rawValue: "esriJobDeleted")

    /// Whether nothing runs any more.
    public var isFinished: Bool { [.succeeded, .failed, .timedOut, .cancelled, .deleted].contains(self) }

    /// How it ended, after "The job".
    var ending: String {
        switch self {
        case .timedOut: "ran out of time"
        case .cancelled: "was cancelled"
        case .deleted: "was deleted"
        default: "has failed"
        }
    }
}
