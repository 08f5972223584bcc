import CairnCore
import CairnTasks
import CairnTesting
import Foundation

/// A pretended portal that answers what lies below `sharing/rest` as it is told, and all else with an error.
struct StubbedPortal {
    static let url = URL(string: "https://gis.example.com/portal")!
    static let token = "a-token-that-nobody-may-see"
    static let selfAnswer = #"{"id":"O1","name":"Town","isPortal":true}"#

    let transport: StubTransport
    let portal: Portal

    init(_ answers: [String: String], hasToken: Bool = false) {
        self.init(hasToken: hasToken) { path, _ in answers[path] ?? (path == "portals/self" ? Self.selfAnswer : nil) }
    }

    init(hasToken: Bool = false, _ answer: @escaping @Sendable (String, [String: String]) -> String?) {
        self.init(hasToken: hasToken, responding: { path, fields in answer(path, fields).map { HTTPResponse.json($0) } })
    }

    init(hasToken: Bool = false, responding answer: @escaping @Sendable (String, [String: String]) throws -> HTTPResponse?) {
        transport = StubTransport { request in
            let path = request.url.path.components(separatedBy: "/sharing/rest/").last ?? ""
            let query = FormEncoding.decode(request.url.query(percentEncoded: true) ?? "")
            let fields = query.merging(request.form) { own, _ in own }
            return try answer(path, fields) ?? .json(#"{"error":{"code":400,"message":"Invalid URL"}}"#)
        }
        let credential: any Credential = hasToken ? APIKeyCredential(Self.token, server: Self.url) : CredentialStore()
        portal = Portal(url: Self.url, transport: transport, credential: credential)
    }

    func item(_ id: String = "4bc") -> PortalItem { PortalItem(portal: portal, id: id) }
}

/// Whether an error is one of those that are documented, and tells no secret.
func isProperPortalError(_ error: any Error) -> Bool {
    let isKnown = error is TransportError || error is ServiceError || error is PortalError || error is WebMapError
    return isKnown && !"\(error) \((error as any Error).localizedDescription)".contains(StubbedPortal.token)
}
