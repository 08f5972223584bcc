import CSQLite
import CairnCore
import Foundation

/// Why SQLite could not open a file, as the system has it.
struct CannotOpen {
    /// A number as in `errno`; 0 if the system did not say, or something else has failed.
    let systemCode: Int32

    /// - Parameters:
    ///   - code: What SQLite has just answered with.
    ///   - path: What was to be made, or lies where it was; nil if nothing was.
    init(_ handle: OpaquePointer, _ code: Int32, making path: String?) {
        let said = code & 0xFF == SQLITE_CANTOPEN ? sqlite3_system_errno(handle) : 0
        // What SQLite cannot make it tries to read, and then it is told that this is not there: for lack of what, is asked once more.
        systemCode = if said == ENOENT, let path { Self.reason(againstMakingBeside: path) ?? said } else { said }
    }

    private static func reason(againstMakingBeside path: String) -> Int32? {
        do throws(SystemError) {
            try TemporarySibling(of: path).discard()
            return nil
        } catch {
            return error.code
        }
    }
}
