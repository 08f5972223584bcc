import CairnCore
import CairnTasks

/// A job on services, which can be asked how it asks them.
protocol ServiceJob {
    /// How requests travel, and who is asking; nil if nobody has said.
    var access: ServiceAccess? { get }
}

extension Job: ServiceJob where Work.Services == ServiceAccess {
    nonisolated var access: ServiceAccess? { try? services() }
}
