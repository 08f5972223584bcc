import CairnCore
public import Foundation

/// How serious a message is.
#if CAIRN_OBJC
    @objc
#endif
public enum AGSJobMessageSeverity: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// Never trouble.
    case info = 0
    /// Not as expected.
    case warning = 1
    /// What made the job fail.
    case error = 2
}

/// Who says a message.
#if CAIRN_OBJC
    @objc
#endif
public enum AGSJobMessageSource: Int, Sendable {
    /// The job.
    case client = 0
    /// A server.
    case service = 1
}

/// Something a job has to say.
public final class AGSJobMessage: NSObject {
    private let value: JobMessage

    init(_ value: JobMessage) {
        self.value = value
    }

    /// What is said.
    public var message: String { value.text }
    /// When it was received here.
    public var timestamp: Date { value.timestamp }
    /// Who says it.
    public var source: AGSJobMessageSource { value.source == .client ? .client : .service }

    /// How serious it is.
    public var severity: AGSJobMessageSeverity {
        switch value.severity {
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}
