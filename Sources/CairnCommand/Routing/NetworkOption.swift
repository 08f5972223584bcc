import Cairn
import Foundation

/// `--network FILE` or `--service URL`, and how one moves there.
enum NetworkOption {
    static let options = [
        CommandOption("--network", "n", "FILE", "use a road-network file (see cairn build-network)"),
        CommandOption(
            "--service", "s", "URL", "use a layer of a service, such as https://host/arcgis/rest/services/World/NAServer/Route"),
        CommandOption("--mode", "m", "NAME", "how to move, such as walking-time (default: the network's first)"),
    ]

    static let locator = CommandOption(
        "--locator", "l", "FILE|URL", "find places that are no coordinates by this locator file or geocode service")

    static func source(_ arguments: Arguments) throws -> NetworkSource {
        switch (arguments["--network"], arguments["--service"]) {
        case (let path?, nil): return .file(URL(filePath: path).absoluteURL)
        case (nil, let text?): return .service(try ServiceOption.service(text))
        case (nil, nil): throw UsageError(reason: "say on which network: --network FILE or --service URL.")
        default: throw UsageError(reason: "--network and --service exclude each other.")
        }
    }

    static func locator(_ arguments: Arguments) throws -> LocatorTask? {
        guard let text = arguments["--locator"] else { return nil }
        let isAddress = text.lowercased().hasPrefix("http://") || text.lowercased().hasPrefix("https://")
        return try GeocodingServices.standard.locator(
            isAddress ? .service(try ServiceOption.service(text)) : .file(URL(filePath: text).absoluteURL))
    }

    /// The mode that is wanted, as words or as it is written on a command line; nil for the usual one.
    static func mode(_ arguments: Arguments, of network: NetworkInfo?) throws -> TravelMode? {
        guard let wanted = arguments["--mode"] else { return network?.defaultTravelMode }
        let modes = network?.travelModes ?? []
        let words = [wanted.lowercased(), wanted.lowercased().replacing("-", with: " ")]
        if let mode = modes.first(where: { words.contains($0.name.lowercased()) || $0.id.lowercased() == words[0] }) {
            return mode
        }
        throw UsageError(unknown: "travel mode", wanted, among: modes.map { $0.name.lowercased().replacing(" ", with: "-") })
    }
}
