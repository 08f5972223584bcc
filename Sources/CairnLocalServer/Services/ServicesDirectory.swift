import CairnCore
import CairnTasks
import Foundation

/// What the server offers: services by name, some in folders.
struct ServicesDirectory: Sendable {
    static let version = 11.3
    private let services: [PublishedService]
    /// Whether services want tokens.
    private let wantsTokens: Bool

    init(_ services: [PublishedService], wantsTokens: Bool) {
        self.services = services
        self.wantsTokens = wantsTokens
    }

    /// Two services of one kind and one name; nil if there are none.
    var clash: ServiceNameClash? {
        LocalServer.Kind.allCases.lazy.compactMap { kind in
            ServiceNameClash(in: services.filter { $0.kind == kind }.map(\.name))
        }.first
    }

    /// What a path leads to.
    enum Place: Sendable {
        case page(ServiceAnswer)
        /// A service, and what lies below it.
        case service(any RESTService, [String])
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
        let kinds = path.map { part in LocalServer.Kind.allCases.first { $0.rawValue.lowercased() == part.lowercased() } }
        guard let index = kinds.firstIndex(where: { $0 != nil }), index > 0, let kind = kinds[index] else {
            return .page(try listing(of: path.joined(separator: "/")))
        }
        let name = path[..<index].joined(separator: "/")
        guard let service = services.first(where: { $0.isNamed(name, kind) })?.service else {
            throw ServiceFailure.notFound("Service \(name)/\(kind.rawValue)")
        }
        return .service(service, Array(path[(index + 1)...]))
    }

    private func listing(of folder: String) throws(ServiceFailure) -> ServiceAnswer {
        let prefix = folder.isEmpty ? "" : folder + "/"
        let inside = services.filter { $0.name.hasPrefix(prefix) }.map {
            (name: String($0.name.dropFirst(prefix.count)), kind: $0.kind.rawValue)
        }
        if inside.isEmpty, !folder.isEmpty { throw ServiceFailure.notFound("Folder \(folder)") }
        let here = inside.filter { !$0.name.contains("/") }.sorted { $0 < $1 }
        let folders = Set(
            inside.compactMap { $0.name.contains("/") ? $0.name.split(separator: "/").first.map(String.init) : nil }
        )
        .sorted()
        let json: JSONValue = [
            "currentVersion": .number(Self.version), "folders": .array(folders.map { .string($0) }),
            "services": .array(here.map { ["name": .string(prefix + $0.name), "type": .string($0.kind)] }),
        ]
        let root = "/arcgis/rest/services/" + prefix.asPath
        let links =
            folders.map { ("\($0)/", root + $0.asPath) }
            + here.map { ("\($0.name) (\($0.kind))", "\(root)\($0.name.asPath)/\($0.kind)") }
        return ServiceAnswer(json, page: ServicePage(title: folder.isEmpty ? "Services" : folder, links: links))
    }
}

extension String {
    /// As a part of an address.
    var asPath: String { addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? self }
}
