import Cairn
import CairnLocalServer
import Foundation

/// `cairn serve`: the Local Server.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "serve locators as ArcGIS REST services on this machine"
    static let usage = ["--locator [NAME=]FILE... [--port N]"]
    static let discussion = """
        Serves each locator as /arcgis/rest/services/NAME/GeocodeServer on 127.0.0.1, until Ctrl-C. NAME is the file's name without its ending, unless one is given. Programs are answered, and pages of browsers only if they are allowed.
        """
    static let options = [
        CommandOption("--locator", "l", "[NAME=]FILE", "a locator file; may be repeated"),
        CommandOption("--port", "p", "N", "the port (default 6080; 0 takes any that is free)"),
        CommandOption(
            "--allow-origin", nil, "ORIGIN",
            "lets pages of an origin ask, such as https://maps.example.com; * for all; may be repeated"),
        CommandOption("--host", nil, "NAME", "another name by which this machine may be asked; may be repeated"),
        .json,
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let named = (arguments.all("--locator") + arguments.operands).map(NamedFile.init)
        guard !named.isEmpty else { throw UsageError(reason: "--locator FILE is missing.") }
        let port = try arguments.int("--port", in: 0...Int(UInt16.max)).flatMap { UInt16(exactly: $0) } ?? 6080
        var locators: [String: LocatorTask] = [:]
        for file in named {
            guard !["", ".", ".."].contains(file.name) else {
                throw UsageError(reason: "\"\(file.name)\" names no service: say --locator NAME=FILE.")
            }
            if let other = locators.keys.first(where: { $0.lowercased() == file.name.lowercased() }) {
                throw UsageError(reason: "two locators are called \(other): give one another name, with --locator NAME=FILE.")
            }
            let task = LocatorTask(fileURL: file.url)
            try await task.load()
            locators[file.name] = task
        }
        try arguments.all("--allow-origin").forEach(expectOrigin)
        for host in arguments.all("--host") where host.wholeMatch(of: /[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]/) == nil {
            throw UsageError(reason: "--host \(host.printable()) is no name of a machine, such as gis.lan, without a port.")
        }
        let access = ServerAccess(origins: Set(arguments.all("--allow-origin")), hosts: Set(arguments.all("--host")))
        let server = LocalServer(locators: locators, access: access)
        // Before the address is told: who reads it may stop the server at once.
        let interruption = Interruption {
            Console.note(
                "Stopping. What is under way has \(patience.components.seconds) seconds to finish; once more ends it at once.")
        }
        let url = try await server.start(port: port)
        let services = locators.keys.sorted().map { "\(server.url(of: $0, .geocodeServer, at: url))" }
        if arguments.isJSON {
            let list = JSONValue.array(services.map { .string($0) })
            Console.json(["event": "serving", "url": .string("\(url)"), "services": list])
        } else {
            services.forEach(Console.print)
            Console.note("Serving on \(url). Ctrl-C stops.")
        }
        await interruption.wait()
        await server.stop(within: patience)
        if arguments.isJSON {
            Console.json(["event": "stopped", "requests": .integer(server.requestCount)])
        } else {
            Console.note("Stopped after \(server.requestCount) requests.")
        }
        return .done
    }

    private static func expectOrigin(_ text: String) throws {
        guard text == "*" || text.lowercased().wholeMatch(of: /[a-z][a-z0-9+.-]*:\/\/[^\/?#@\s,]+/) != nil else {
            throw UsageError(
                reason: "--allow-origin \(text.printable()) is no origin, such as https://maps.example.com, without a path; or *."
            )
        }
    }

    private static let patience = Duration.seconds(5)
}

/// A file, and the name that it goes by: `NAME=FILE`, or the file's own.
private struct NamedFile {
    let name: String
    let url: URL

    init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // A folder's name may hold a sign of equality, too.
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains("/"), !FileManager.default.fileExists(atPath: text) else {
            url = URL(filePath: text)
            name = url.deletingPathExtension().lastPathComponent
            return
        }
        (name, url) = (String(parts[0]), URL(filePath: String(parts[1])))
    }
}
