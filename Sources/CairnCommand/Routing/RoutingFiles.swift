import Cairn
import Foundation

/// The files of a routing command: what it reads, and what it may write.
enum RoutingFiles {
    /// Where a result goes; nil if the option is not given. It is none of what is read.
    static func output(_ option: String, _ arguments: Arguments, tables: [URL] = []) throws -> URL? {
        guard let path = arguments[option] else { return nil }
        if path == "-" { throw UsageError(reason: "\(option) wants a file, and not standard output.") }
        let read = ["--network", "--locator"].compactMap { arguments[$0] }.filter { !$0.contains("://") }.map {
            URL(filePath: $0)
        }
        try FileIdentity.expect(URL(filePath: path), notAmong: read + tables, takesPipes: false)
        return FileIdentity.resolved(URL(filePath: path))
    }

    /// A table that is read, from its beginning again where work goes on.
    static func table(_ path: String) throws -> URL {
        let url = URL(filePath: path).absoluteURL
        if path == "-" || FileIdentity.isPipe(url) {
            throw UsageError(
                reason: "\(path.printable()) is no file, and this table is read more than once. Write it to a file first.")
        }
        return url
    }
}
