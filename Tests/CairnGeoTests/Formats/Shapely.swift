import CairnCore
import Foundation

/// Python's shapely, which stands on the same GEOS but reads and writes with code of its own: a second implementation, where it is installed.
struct Shapely {
    /// The lines that a script prints for lines that it is given; nil, and a word about it, where there is no shapely.
    ///
    /// - Parameter body: Python that makes `answer`, a text without line ends, from `line`.
    func answers(to lines: [String], _ body: String) async throws -> [String]? {
        #if CAIRN_APP_CONTAINER
            print("skipped: no processes are started here")
            return nil
        #else
            let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (input, output) = (folder.appending(path: "input"), folder.appending(path: "output"))
            try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: input)
            try Data(Self.script(body).utf8).write(to: folder.appending(path: "script.py"))
            try Data().write(to: output)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3", folder.appending(path: "script.py").path]
            process.standardInput = try FileHandle(forReadingFrom: input)
            process.standardOutput = try FileHandle(forWritingTo: output)
            let ended = Level(false)
            process.terminationHandler = { _ in ended.send(true) }
            try process.run()
            for await isEnded in ended.values where isEnded { break }
            // 127 is what `env` ends with where there is no Python.
            if [9, 127].contains(process.terminationStatus) {
                print("skipped: no shapely (pip install shapely)")
                return nil
            }
            guard process.terminationStatus == 0 else { throw ScriptFailure(status: process.terminationStatus) }
            return try String(contentsOf: output, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                .dropLast().map(String.init)
        #endif
    }

    struct ScriptFailure: Error {
        let status: Int32
    }

    private static func script(_ body: String) -> String {
        """
        import sys
        try:
            import shapely
        except ImportError:
            sys.exit(9)
        from shapely import from_wkb, from_wkt, to_wkb, to_wkt
        if shapely.geos_version < (3, 12, 0):
            sys.exit(9)
        for line in sys.stdin:
            line = line.rstrip("\\n")
        \(body.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
            print(answer)
        """
    }
}
