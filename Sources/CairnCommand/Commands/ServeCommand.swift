import Cairn
import CairnLocalServer
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// `cairn serve`: the Local Server.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "serve locators, features, tiles and road networks as ArcGIS REST services on this machine"
    static let usage = [
        "[--locator [NAME=]FILE]... [--features [NAME=]FILE]... [--tiles [NAME=]FILE]... [--network [NAME=]FILE]... [--tools DIR] [--portal DIR] [--port N]"
    ]
    static let discussion = """
        Serves each locator as /arcgis/rest/services/NAME/GeocodeServer, the tables of each GeoPackage as NAME/FeatureServer, tiles as NAME/MapServer or NAME/VectorTileServer, road networks as NAME/NAServer, and the items of a portal's folder below /sharing/rest, on 127.0.0.1, until Ctrl-C. NAME is the file's name without its ending, unless one is given. Programs are answered, and pages of browsers only if they are allowed.
        """
    static let options = [
        CommandOption("--locator", "l", "[NAME=]FILE", "a locator file; may be repeated"),
        CommandOption("--features", "f", "[NAME=]FILE", "a GeoPackage, or GeoJSON; may be repeated"),
        CommandOption(
            "--tiles", nil, "[NAME=]FILE",
            "a file of tiles (.tpkx, .mbtiles, .vtpk), or a folder with one unpacked, which clients may also export; may be repeated"
        ),
        CommandOption(
            "--network", "n", "[NAME=]FILE",
            "a road network, for routes, closest facilities, service areas and cost matrices; may be repeated"),
        CommandOption("--edit", "e", nil, "lets clients add, change and delete the features of GeoPackages"),
        CommandOption(
            "--tools", "t", "DIR",
            "tools as Tools/GPServer: to buffer and summarize, to count, and to geocode tables with the first --locator; their jobs are kept in DIR"
        ),
        CommandOption(
            "--sync", nil, nil, "lets clients take replicas of GeoPackages and keep them in step; with --edit, send edits, too"),
        CommandOption(
            "--portal", nil, "DIR",
            "a portal: DIR holds a folder for each item, named by its id, with item.json, data.json (or data.ENDING) and thumbnail.png"
        ),
        CommandOption("--port", "p", "N", "the port (default 6080; 0 takes any that is free)"),
        CommandOption(
            "--allow-origin", nil, "ORIGIN",
            "lets pages of an origin ask, such as https://maps.example.com; * for all; may be repeated"),
        CommandOption("--host", nil, "NAME", "another name by which this machine may be asked; may be repeated"),
        .json,
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let files = try await ServedFiles(arguments)
        let port = try arguments.int("--port", in: 0...Int(UInt16.max)).flatMap { UInt16(exactly: $0) } ?? 6080
        try arguments.all("--allow-origin").forEach(expectOrigin)
        for host in arguments.all("--host") where host.wholeMatch(of: /[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]/) == nil {
            throw UsageError(reason: "--host \(host.printable()) is no name of a machine, such as gis.lan, without a port.")
        }
        let access = ServerAccess(origins: Set(arguments.all("--allow-origin")), hosts: Set(arguments.all("--host")))
        try await files.load()
        for sentence in try await files.unpublished() { Console.note("Not served: \(sentence)") }
        try await files.unplaced().forEach(Console.note)
        try await files.unsynced().forEach(Console.note)
        files.queriesOnly().forEach(Console.note)
        let server = LocalServer(
            locators: files.locators, features: files.features, tools: files.tools, portal: files.portal,
            tiles: files.tiles, networks: files.networks, access: access)
        // Before the address is told: who reads it may stop the server at once.
        let interruption = Interruption {
            Console.note(
                "Stopping. What is under way has \(patience.components.seconds) seconds to finish; once more ends it at once.")
        }
        let url = try await start(server, port)
        let services =
            files.locators.keys.sorted().map { "\(server.url(of: $0, .geocodeServer, at: url))" }
            + files.features.keys.sorted().map { "\(server.url(of: $0, .featureServer, at: url))" }
            + files.tools.keys.sorted().map { "\(server.url(of: $0, .gpServer, at: url))" }
            + files.tiles.sorted { $0.key < $1.key }.map { "\(server.url(of: $0.key, $0.value.kind, at: url))" }
            + files.networks.keys.sorted().map { "\(server.url(of: $0, .naServer, at: url))" }
            + (files.portal == nil ? [] : ["\(url)/sharing/rest"])
        if arguments.isJSON {
            let list = JSONValue.array(services.map { .string($0) })
            Console.json(["event": "serving", "url": .string("\(url)"), "services": list])
        } else {
            services.forEach(Console.print)
            Console.note("Serving on \(url). Ctrl-C stops.")
        }
        await interruption.wait()
        await server.stop(within: patience)
        await files.close()
        if arguments.isJSON {
            Console.json(["event": "stopped", "requests": .integer(server.requestCount)])
        } else {
            Console.note("Stopped after \(server.requestCount) requests.")
        }
        return .done
    }

    private static func start(_ server: LocalServer, _ port: UInt16) async throws -> URL {
        do { return try await server.start(port: port) } catch let error as SystemError where error.code == EADDRINUSE {
            throw PortInUse(port: port)
        }
    }

    private struct PortInUse: Error, LocalizedError {
        let port: UInt16
        var errorDescription: String? {
            "Port \(port) is in use, perhaps by another cairn serve. Stop that, or name another: --port N, or --port 0 for any that is free."
        }
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
