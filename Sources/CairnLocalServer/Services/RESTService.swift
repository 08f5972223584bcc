/// A service of the directory.
protocol RESTService: Sendable {
    /// What it is, as the end of its address says.
    var kind: LocalServer.Kind { get }

    /// Answers a request to what lies below it.
    ///
    /// - Parameter path: What follows its address.
    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer
}
