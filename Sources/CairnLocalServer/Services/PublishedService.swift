/// A service with the name that it is published by.
struct PublishedService: Sendable {
    /// With the folder, if it is in one.
    let name: String
    let service: any RESTService

    var kind: LocalServer.Kind { service.kind }

    init(_ name: String, _ service: any RESTService) {
        (self.name, self.service) = (name, service)
    }

    func isNamed(_ name: String, _ kind: LocalServer.Kind) -> Bool {
        self.kind == kind && self.name.lowercased() == name.lowercased()
    }
}
