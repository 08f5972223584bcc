import CairnCore
public import Foundation

/// The uploads of a service: files that its operations refer to, such as the inputs of tools.
///
/// ```swift
/// var parameters = try await tool.makeDefaultParameters()
/// let uploads = ServiceUploads(url: serviceURL)
/// let item = try await uploads.upload(file)
/// parameters.inputs["Table"] = .dataFile(GeoprocessingDataFile(.uploaded(itemID: item.itemID)))
/// ```
///
/// The service keeps them for a time. It throws ``ServiceError``, also where the service takes no uploads; ``TransportError``; `CancellationError`.
public struct ServiceUploads: Sendable {
    private let client: ServiceClient

    init(_ client: ServiceClient) {
        self.client = client
    }

    /// The uploads of a service.
    ///
    /// - Parameters:
    ///   - url: The service's address, such as `…/GPServer` or `…/FeatureServer`.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        self.init(ServiceClient(url: url, transport: transport, credential: credential))
    }

    /// Uploads a file, which is read piece by piece, however large. Should the answer be lost, it may be sent twice: the service throws away what nobody uses.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: What the service is told that it is called; nil is its own name.
    ///   - description: What it is.
    /// - Throws: `SystemError` if the file cannot be read.
    @concurrent
    public func upload(_ file: URL, named name: String? = nil, description: String = "") async throws -> UploadedItem {
        try await send(description) { $0.add(file, as: "file", fileName: name ?? file.lastPathComponent) }
    }

    /// Uploads bytes as a file.
    @concurrent
    public func upload(_ data: Data, named name: String, description: String = "") async throws -> UploadedItem {
        try await send(description) { $0.add(data, as: "file", fileName: name) }
    }

    /// Has the service throw an item away.
    @concurrent
    public func delete(_ item: UploadedItem) async throws {
        _ = try await client.call("uploads/\(item.itemID)/delete", isRepeatable: true)
    }

    private func send(_ description: String, _ add: (inout MultipartForm) -> Void) async throws -> UploadedItem {
        let target = client.url.appending(path: "uploads/upload")
        return try await client.credentials.withToken(for: target) { token in
            var fields = ["f": "json", "description": description]
            if let token, !token.value.isEmpty { fields["token"] = token.value }
            var form = MultipartForm(fields: fields)
            add(&form)
            let request = form.request(to: target, headers: token?.headers ?? [:], isRepeatable: true)
            let redaction = Redaction(token, of: request, by: client.transport)
            let response: HTTPResponse
            do { response = try await client.transport.send(request) } catch { throw redaction.error(error) }
            return try UploadedItem(AnswerPart(client.result(in: response, of: target, redaction), of: target).required("item"))
        }
    }
}
