import Cairn
import Foundation

/// `--locator FILE` or `--service URL`.
enum LocatorOption {
    static let names: Set<String> = ["--locator", "--service"]
    static let help = """
          --locator FILE     use a locator file (see cairn build-locator)
          --service URL      use a service, such as https://host/arcgis/rest/services/Town/GeocodeServer;
                             an API key is taken from CAIRN_API_KEY, and sent to that host only
        """

    static func source(_ arguments: Arguments) throws -> LocatorSource {
        switch (arguments["--locator"], arguments["--service"]) {
        case (let path?, nil): return .file(URL(filePath: path).absoluteURL)
        case (nil, let text?):
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
                throw UsageError(reason: "--service \(text) is no address of HTTP.")
            }
            guard url.query == nil, url.user == nil else {
                // It would be stored with the job.
                throw UsageError(reason: "--service takes no query and no password; set CAIRN_API_KEY instead.")
            }
            return .service(url)
        case (nil, nil): throw UsageError(reason: "say where to look: --locator FILE or --service URL.")
        default: throw UsageError(reason: "--locator and --service exclude each other.")
        }
    }

    static func task(_ arguments: Arguments) throws -> LocatorTask {
        try JobStorage.services.locator(source(arguments))
    }

    static func credential(for url: URL) -> (any Credential)? {
        guard let key = ProcessInfo.processInfo.environment["CAIRN_API_KEY"], !key.isEmpty, let host = url.host else {
            return nil
        }
        return APIKeyCredential(key, host: host)
    }
}
