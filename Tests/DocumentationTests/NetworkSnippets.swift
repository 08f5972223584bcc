import Cairn
import CairnTesting
import Foundation

/// The snippets of Docs/Network.md.
private func whole(_ transport: any HTTPTransport, _ url: URL) async throws {
    let answer = try await transport.send(HTTPRequest(.get, url))
    print(answer.status, answer.headers["content-type"] ?? "", answer.body.count)
}

private func pieces(_ transport: any HTTPTransport, _ url: URL, _ file: FileHandle) async throws {
    let stream = try await transport.stream(HTTPRequest(.get, url, timeout: nil, stallTimeout: .seconds(60)))
    for try await chunk in stream.body { try file.write(contentsOf: chunk) }
}

private func files(_ transport: any HTTPTransport, _ url: URL, _ photo: URL) async throws {
    var form = MultipartForm(fields: ["f": "json"])
    form.add(photo, as: "attachment", type: "image/jpeg")
    let answer = try await transport.stream(form.request(to: url)) { bytes in print("\(bytes) sent") }.collected()
    print(answer.status)
}

private func download(_ url: URL, _ file: URL) async throws {
    try await Download(url, to: file).run { share in print("\(share * 100) %") }
}

#if os(Linux)
    private func certificates() -> any HTTPTransport {
        let transport = CurlTransport(certificateAuthorities: URL(filePath: "/etc/company/ca.pem"))
        return transport
    }
#endif

private func contract(_ transport: any HTTPTransport) async throws {
    let server = try ScriptedServer.contractPages()
    defer { server.stop() }
    try await HTTPTransportContract(transport, server: server.url).verify()
    try await HTTPWireContract(transport).verify()
}
