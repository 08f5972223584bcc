import CairnCore
import Foundation

/// Held by the one body that may do a job. The kernel keeps it, so it tells the truth whatever the store believes.
struct BodyLock {
    private let file: FileDescriptor

    /// Nil if another body has it that is alive.
    init?(of name: String, at site: Site, worker: String) async throws {
        file = try FileDescriptor(site.path(.bodies, name), O_RDWR | O_CREAT)
        var attempts = 0
        while try !file.lock() {
            // Of a process that is being killed, the kernel closes one file after the other.
            let holder = String(decoding: try file.contents(), as: UTF8.self).trimmingCharacters(in: .whitespaces)
            guard site.has(.kills, holder), attempts < 500 else { return nil }
            attempts += 1
            try await ContinuousClock().sleep(for: .milliseconds(10))
        }
        try file.write(Data(worker.padding(toLength: 20, withPad: " ", startingAt: 0).utf8), at: 0)
    }

    /// The lock ends with the last reference to the file.
    func holding<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        defer { withExtendedLifetime(file) {} }
        return try await body()
    }
}
