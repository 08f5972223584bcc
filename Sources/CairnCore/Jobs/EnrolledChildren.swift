/// The children that a run of a job has come to: those of earlier runs that it has not come to give up their shares.
final class EnrolledChildren: Sendable {
    private let paths = Guarded<Set<[String]>>([])

    func insert(_ path: [String]) {
        paths.change { paths, _ in _ = paths.insert(path) }
    }

    func contains(_ path: [String]) -> Bool { paths.read { $0.contains(path) } }
}
