import CairnCore

/// Which contents a file has, as records of jobs that read it keep it.
struct FileVersion: Sendable, Codable, Hashable {
    var size: Int
    /// In milliseconds since 1970.
    var modified: Int

    init(_ file: FileDescriptor) throws(SystemError) {
        (size, modified) = (try file.size(), try file.modified())
    }
}
