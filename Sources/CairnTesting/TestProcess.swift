package import Foundation

/// The program of the tests once more, told by its environment to do what ends a process, or needs one of its own.
package enum TestProcess {
    /// Runs a suite in a process of its own, without its output.
    ///
    /// - Parameter environment: What it is told beside what is said here.
    /// - Returns: How it has ended.
    package static func run(
        _ suite: String, telling environment: [String: String]
    ) async throws -> (reason: Process.TerminationReason, status: Int32) {
        let process = Process()
        process.executableURL = URL(filePath: ProcessInfo.processInfo.arguments[0])
        process.arguments = ["--testing-library", "swift-testing", "--filter", suite]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return (process.terminationReason, process.terminationStatus)
    }
}
