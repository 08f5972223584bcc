#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation

    /// A shell script in a process of its own, for what only the kernel does when one dies.
    final class ChildProcess: @unchecked Sendable {
        // Proof: the process, which Apple's Foundation does not call Sendable, is started once and then only signalled.
        /// Whether the `flock` that the scripts need is here.
        static let hasFlock = access("/usr/bin/flock", X_OK) == 0

        private let process = Process()
        private let ended = Level(false)

        var id: Int32 { process.processIdentifier }

        /// Runs the script, and returns when it has said its first line.
        init(_ script: String, _ arguments: [String]) async throws {
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", script, "sh"] + arguments
            process.standardInput = input
            process.standardOutput = output
            process.terminationHandler = { [ended] _ in ended.send(true) }
            try process.run()
            for await isReady in Self.firstLine(of: output).values where isReady { break }
        }

        /// Holds a file locked until it is killed.
        static func locking(_ file: URL) async throws -> ChildProcess {
            try await ChildProcess(#"exec 9>"$1" && flock 9 && echo ready && exec cat"#, [file.path])
        }

        func kill() async {
            Foundation.kill(id, SIGKILL)
            await end()
        }

        func end() async {
            for await isOver in ended.values where isOver { break }
        }

        private static func firstLine(of pipe: Pipe) -> Level<Bool> {
            let isReady = Level(false)
            Thread.detachNewThread {
                var byte: UInt8 = 0
                while true {
                    let count = read(pipe.fileHandleForReading.fileDescriptor, &byte, 1)
                    if count == 0 || (count < 0 && errno != EINTR) || (count > 0 && byte == 0x0A) { break }
                }
                isReady.send(true)
            }
            return isReady
        }
    }
#endif
