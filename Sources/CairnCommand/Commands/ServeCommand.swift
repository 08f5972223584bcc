import Cairn
import CairnLocalServer
import Foundation

/// `cairn serve`: the Local Server.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "serve locators as ArcGIS REST services on this machine"
    static let help = """
        Usage: cairn serve --locator FILE... [--port N]

        Serves each locator as /arcgis/rest/services/NAME/GeocodeServer on 127.0.0.1, until Ctrl-C. NAME is the file's
        name without its ending.

          --locator FILE     a locator file; may be repeated
          --port N           the port (default 6080; 0 takes any that is free)
        """
    static let options = (valued: Set(["--locator", "--port"]), flags: Set<String>())

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let files = (arguments.all("--locator") + arguments.operands).map { URL(filePath: $0) }
        guard !files.isEmpty else { throw UsageError(reason: "--locator FILE is missing.") }
        guard let port = UInt16(exactly: try arguments.int("--port") ?? 6080) else {
            throw UsageError(reason: "a port is at most 65535.")
        }
        var locators: [String: LocatorTask] = [:]
        for file in files {
            let task = LocatorTask(fileURL: file)
            try await task.load()
            locators[file.deletingPathExtension().lastPathComponent] = task
        }
        let server = LocalServer(locators: locators)
        let url = try await server.start(port: port)
        for name in locators.keys.sorted() { Console.print("\(server.url(of: name, .geocodeServer, at: url))") }
        Console.error("Serving on \(url). Ctrl-C stops.")
        await Interruption {}.wait()
        await server.stop()
        Console.error("Stopped after \(server.requestCount) requests.")
        return .done
    }
}
