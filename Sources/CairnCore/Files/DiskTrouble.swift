/// What a disk refuses, whatever there is on it: so a test has a full one. Nobody else sets it.
package struct DiskTrouble: Sendable {
    // Not the closure itself: as the value of a task its type is lost where other modules are optimized, and the process ends (Swift 6.3.1).
    @TaskLocal private static var current: DiskTrouble?
    private let reason: @Sendable (_ path: String) -> Int32?

    /// Does something while a disk refuses what it is told to.
    ///
    /// - Parameter reason: Tells why nothing can be made, or written, at a path: a number as in `errno`; nil if it can.
    package static func withReason<Result>(
        _ reason: @escaping @Sendable (_ path: String) -> Int32?, _ operation: () throws -> Result
    ) rethrows -> Result {
        try $current.withValue(DiskTrouble(reason: reason), operation: operation)
    }

    /// Fails as the disk would.
    package static func expectNone(_ operation: String, _ path: String) throws(SystemError) {
        if let code = current?.reason(path) { throw SystemError(operation, path, code: code) }
    }
}
