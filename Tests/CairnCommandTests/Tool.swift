#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    /// The command line tool, run as a process of its own.
    struct Tool {
        struct Outcome {
            let code: Int32
            let output: String
            let errors: String
        }

        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        func path(_ name: String) -> String { folder.appending(path: name).path }

        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }

        func text(_ name: String) throws -> String { try String(contentsOf: folder.appending(path: name), encoding: .utf8) }

        /// The tool lies beside the tests' own bundle.
        private var executable: URL {
            #if CAIRN_DARWIN
                // The program that runs is the toolchain's there.
                let bundle = Bundle(for: Marker.self).bundleURL
            #else
                let bundle = Bundle.main.executableURL!
            #endif
            return bundle.deletingLastPathComponent().appending(path: "cairn-tool")
        }

        private final class Marker {}

        func process(_ arguments: [String], _ additions: [String: String] = [:]) -> Process {
            let process = Process()
            process.executableURL = executable
            process.arguments = arguments
            process.currentDirectoryURL = folder
            // Not the credentials of whoever runs the tests, nor what a runner says of its own output.
            let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("CAIRN_") && $0.key != "NO_COLOR" }
            process.environment = environment.merging(["CAIRN_JOBS": path("jobs"), "XDG_CONFIG_HOME": path("config")]) { $1 }
                .merging(additions) { $1 }
            return process
        }

        /// For perl: starts a program as a terminal's shell does, with no signal held back or ignored. What is started here is born with most of
        /// them blocked, and whoever runs the tests may ignore some, which hides whether a program hears them.
        static let hearingSignals =
            "use POSIX; $SIG{$_} = q(DEFAULT) for qw(INT QUIT TERM HUP); sigprocmask(SIG_SETMASK, POSIX::SigSet->new()); exec @ARGV or die;"

        /// A process as a shell starts it.
        func asFromShell(_ arguments: [String]) -> Process {
            let process = process(arguments)
            process.arguments = ["-e", Self.hearingSignals, executable.path] + arguments
            process.executableURL = URL(filePath: "/usr/bin/perl")
            return process
        }

        func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Outcome {
            try await run(process(arguments, environment))
        }

        func run(_ arguments: [String]) async throws -> Outcome { try await run(process(arguments)) }

        /// A line of a shell in which `cairn`, and the path `$CAIRN`, is the tool.
        func run(shell line: String) async throws -> Outcome {
            let process = process([], ["CAIRN": executable.path])
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = ["-c", "cairn() { \"$CAIRN\" \"$@\"; }\n\(line)"]
            return try await run(process)
        }

        private func run(_ process: Process) async throws -> Outcome {
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            async let text = Self.contents(of: output)
            async let complaints = Self.contents(of: errors)
            let code = try await finish(process) {}
            return Outcome(code: code, output: await text, errors: await complaints)
        }

        /// The stored jobs as `jobs list` tells scripts.
        func jobs() async throws -> [JSONValue] {
            try await run("jobs", "list", "--json").output.split(separator: "\n").map { try JSONValue(parsing: $0.utf8) }
        }

        /// A process that runs.
        struct Running {
            let process: Process
            private let ended = Level(false)

            init(_ process: Process) throws {
                self.process = process
                process.terminationHandler = { [ended] _ in ended.send(true) }
                try process.run()
            }

            /// Waits for its end; gives what it ended with. Whoever waits no longer, ends it.
            func end() async -> Int32 {
                await withTaskCancellationHandler {
                    for await isEnded in ended.values where isEnded { break }
                } onCancel: { [id = process.processIdentifier] in
                    kill(id, SIGKILL)
                }
                if process.isRunning { process.waitUntilExit() }
                return process.terminationStatus
            }
        }

        /// Runs a process to its end; `started` is called once it runs.
        func finish(_ process: Process, _ started: () -> Void) async throws -> Int32 {
            let running = try Running(process)
            started()
            return await running.end()
        }

        /// Runs a process whose output is read, and whose complaints are not.
        func start(_ process: Process) throws -> (running: Running, output: Pipe) {
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            return (try Running(process), output)
        }

        /// Starts a server, and returns when it has told its address.
        func serve(_ process: Process) async throws -> (running: Running, output: Pipe, port: Int) {
            let (running, output) = try start(process)
            var line = ""
            for await next in Self.lines(of: output, through: { _ in true }) { line = next }
            return (running, output, try #require(URL(string: line)?.port))
        }

        /// Runs a process, and sends it a signal as soon as it has written such a line; gives what it ended with.
        func end(_ process: Process, by signal: Int32, after line: @escaping @Sendable (String) -> Bool) async throws -> Int32 {
            let (running, events) = try start(process)
            for await _ in Self.lines(of: events, through: line) {}
            kill(process.processIdentifier, signal)
            for await _ in Self.lines(of: events) {}
            return await running.end()
        }

        private static func contents(of pipe: Pipe) async -> String {
            await lines(of: pipe).reduce(into: "") { $0 += $1 + "\n" }
        }

        /// What has come; nil at the end. `FileHandle` traps when a signal, such as a child's end, interrupts it.
        private static func read(_ descriptor: Int32) -> Data? {
            var buffer = [UInt8](repeating: 0, count: 512)
            while true {
                let count = Foundation.read(descriptor, &buffer, buffer.count)
                if count > 0 { return Data(buffer[..<count]) }
                if count == 0 || errno != EINTR { return nil }
            }
        }

        /// The lines of a pipe as they come, and none after the last that is wanted.
        static func lines(of pipe: Pipe, through isLast: @escaping @Sendable (String) -> Bool = { _ in false }) -> AsyncStream<
            String
        > {
            AsyncStream { continuation in
                Thread.detachNewThread {
                    var rest = Data()
                    while let data = Self.read(pipe.fileHandleForReading.fileDescriptor) {
                        rest += data
                        while let end = rest.firstIndex(of: 0x0A) {
                            let line = String(decoding: rest[..<end], as: UTF8.self)
                            continuation.yield(line)
                            if isLast(line) { return continuation.finish() }
                            rest = Data(rest[(end + 1)...])
                        }
                    }
                    if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
                    // What holds the process holds the pipe, for as long as it likes.
                    try? pipe.fileHandleForReading.close()
                    continuation.finish()
                }
            }
        }
    }
#endif
