#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation

    /// The compiler that is in the path of whoever runs the tests, with the modules that have been built with these.
    struct Compiler {
        private final class Marker {}

        /// What it says to files that make one module; nothing if it takes them. It goes on until code is made, for what is sent between tasks
        /// is looked at after types.
        ///
        /// - Parameter mode: The language mode, "5" or "6".
        func errors(in files: [String: String], mode: String = "6") async throws -> String {
            let options = [
                "-emit-sil", "-wmo", "-o", "/dev/null", "-module-name", "Snippets", "-swift-version", mode, "-suppress-warnings",
                "-enable-upcoming-feature", "MemberImportVisibility",
            ]
            return try await errors(of: ["swiftc"] + options + Self.searchPaths + files.keys.sorted(), in: files)
        }

        /// What the package manager says to a manifest.
        func errors(inManifest text: String) async throws -> String {
            try await errors(of: ["swift", "package", "dump-package"], in: ["Package.swift": text])
        }

        private func errors(of command: [String], in files: [String: String]) async throws -> String {
            let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let log = folder.appending(path: "log")
            for (name, text) in files.merging(["log": ""], uniquingKeysWith: { $1 }) {
                try Data(text.utf8).write(to: folder.appending(path: name))
            }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = command
            process.currentDirectoryURL = folder
            let output = try FileHandle(forWritingTo: log)
            (process.standardOutput, process.standardError) = (output, output)
            let status = try await end(of: process)
            let text = try String(contentsOf: log, encoding: .utf8)
            return status == 0 ? "" : "\(command[0]) ended with \(status).\n\(text)"
        }

        private func end(of process: Process) async throws -> Int32 {
            let ended = Level(false)
            process.terminationHandler = { _ in ended.send(true) }
            try process.run()
            for await isEnded in ended.values where isEnded { break }
            return process.terminationStatus
        }

        /// The modules lie beside the tests' own bundle; those of C are maps among the sources.
        private static var searchPaths: [String] {
            #if CAIRN_DARWIN
                // The program that runs is the toolchain's there, and headers that are not the system's are Homebrew's.
                let bundle = Bundle(for: Marker.self).bundleURL
                let headers = ["-Xcc", "-I/opt/homebrew/include", "-Xcc", "-I/usr/local/include"]
            #else
                let bundle = Bundle.main.executableURL!
                let headers: [String] = []
            #endif
            let modules = bundle.deletingLastPathComponent().appending(path: "Modules")
            let maps = ["CLinux", "CSQLite", "CZlib", "CCurl", "CMicrohttpd", "CGEOS"].map { Documents.url("Sources/\($0)") }
            return headers + ([modules] + maps).flatMap { ["-I", $0.path] }
        }
    }
#endif
