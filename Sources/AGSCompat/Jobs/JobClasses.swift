import Synchronization

/// Which class shows jobs of which kind.
final class JobClasses: Sendable {
    static let shared = JobClasses([AGSGeoprocessingJob.self, AGSGenerateGeodatabaseJob.self, AGSSyncGeodatabaseJob.self])

    private let classes: Mutex<[String: AGSJob.Type]>

    init(_ types: [AGSJob.Type]) {
        var classes: [String: AGSJob.Type] = [:]
        for type in types { if let kind = type.workKind { classes[kind] = type } }
        self.classes = Mutex(classes)
    }

    subscript(kind: String) -> AGSJob.Type? {
        get { classes.withLock { $0[kind] } }
        set { classes.withLock { $0[kind] = newValue } }
    }
}
