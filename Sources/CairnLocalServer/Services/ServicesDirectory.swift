import CairnCore
import CairnTasks
import Foundation

/// What the server offers: services by name, some in folders.
struct ServicesDirectory: Sendable {
    static let version = 11.3
    private let geocoders: [String: GeocodeService]
    /// Whether services want tokens.
    private let wantsTokens: Bool

    init(_ geocoders: [String: GeocodeService], wantsTokens: Bool) {
        self.geocoders = geocoders
        self.wantsTokens = wantsTokens
    }

    var names: some Sequence<String> { geocoders.keys }

    /// What a path leads to.
    enum Place: Sendable {
        case page(ServiceAnswer)
        /// A service, and what lies below it.
        case service(GeocodeService, [String])
    }

    func find(_ request: ServiceRequest) throws(ServiceFailure) -> Place {
        switch request.path.first?.lowercased() {
        case "info": .page(ServiceAnswer(info(request)))
        case "services": try place(Array(request.path.dropFirst()))
        case nil: .page(ServiceAnswer([:], page: ServicePage(title: "REST", links: [("services", "/arcgis/rest/services")])))
        default: throw ServiceFailure(code: 400, message: "Invalid URL")
        }
    }

    private func info(_ request: ServiceRequest) -> JSONValue {
        var authentication: JSONValue = ["isTokenBasedSecurity": false]
        if wantsTokens {
            authentication = [
                "isTokenBasedSecurity": true, "tokenServicesUrl": .string(request.contextAddress + "/tokens/generateToken"),
                "shortLivedTokenValidity": .integer(TokenAuthority.validity),
            ]
        }
        return ["currentVersion": .number(Self.version), "fullVersion": "11.3.0", "authInfo": authentication]
    }

    private func place(_ path: [String]) throws(ServiceFailure) -> Place {
        guard let index = path.firstIndex(where: { $0.lowercased() == "geocodeserver" }), index > 0 else {
            return .page(try listing(of: path.joined(separator: "/")))
        }
        let name = path[..<index].joined(separator: "/")
        guard let service = geocoders.first(where: { $0.key.lowercased() == name.lowercased() })?.value else {
            throw ServiceFailure.notFound("Service \(name)/GeocodeServer")
        }
        return .service(service, Array(path[(index + 1)...]))
    }

    private func listing(of folder: String) throws(ServiceFailure) -> ServiceAnswer {
        let prefix = folder.isEmpty ? "" : folder + "/"
        let inside = geocoders.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        if inside.isEmpty, !folder.isEmpty { throw ServiceFailure.notFound("Folder \(folder)") }
        let services = inside.filter { !$0.contains("/") }.sorted()
        let folders = Set(inside.compactMap { $0.contains("/") ? $0.split(separator: "/").first.map(String.init) : nil }).sorted()
        let json: JSONValue = [
            "currentVersion": .number(Self.version), "folders": .array(folders.map { .string($0) }),
            "services": .array(services.map { ["name": .string(prefix + $0), "type": "GeocodeServer"] }),
        ]
        let root = "/arcgis/rest/services/" + prefix.asPath
        let links =
            folders.map { ("\($0)/", root + $0.asPath) }
            + services.map { ("\($0) (GeocodeServer)", "\(root)\($0.asPath)/GeocodeServer") }
        return ServiceAnswer(json, page: ServicePage(title: folder.isEmpty ? "Services" : folder, links: links))
    }
}

extension String {
    /// As a part of an address.
    var asPath: String { addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? self }
}
