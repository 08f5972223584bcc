import Cairn
import Foundation

/// `--locator FILE` or `--service URL`.
enum LocatorOption {
    static let options = [
        CommandOption("--locator", "l", "FILE", "use a locator file (see cairn build-locator)"),
        CommandOption(
            "--service", "s", "URL", "use a service, such as https://host/arcgis/rest/services/Town/GeocodeServer"),
    ]

    static func source(_ arguments: Arguments) throws -> LocatorSource {
        switch (arguments["--locator"], arguments["--service"]) {
        case (let path?, nil): return .file(URL(filePath: path).absoluteURL)
        case (nil, let text?):
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
                throw UsageError(reason: "--service wants an address of HTTP.")
            }
            // It would be stored with the job.
            guard url.query == nil, url.fragment == nil, let service = try? ServiceURL(url) else {
                throw UsageError(
                    reason: "--service takes no query and no password; credentials come from the environment or a file.")
            }
            return .service(service)
        case (nil, nil): throw UsageError(reason: "say where to look: --locator FILE or --service URL.")
        default: throw UsageError(reason: "--locator and --service exclude each other.")
        }
    }

    static func task(_ arguments: Arguments) throws -> LocatorTask {
        try GeocodingServices.standard.locator(source(arguments))
    }
}
