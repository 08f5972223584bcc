import CairnTesting

/// Bytes that a client might send to a server: requests, and what chance makes of them.
struct HostileStream {
    let bytes: [UInt8]

    init(using generator: inout some RandomNumberGenerator) {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...3, using: &generator) { bytes += Self.request(using: &generator) }
        for _ in 0..<[0, 0, 1, 4].randomElement(using: &generator)! { Self.spoil(&bytes, using: &generator) }
        self.bytes = bytes
    }

    private static let methods = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "get", "", "BREW", String(repeating: "X", count: 300)]
    private static let targets = [
        "/arcgis/rest/info?f=json", "/arcgis/rest/services", "/arcgis/rest/services/town/GeocodeServer/suggest?f=json&text=1",
        "/arcgis/rest/services/town/GeocodeServer/geocodeAddresses", "http://localhost/x", "*", "//", "/%FF%00", "/?%&=&&=%",
        "/" + String(repeating: "a/", count: 20_000),
        "/arcgis/rest/services/town/GeocodeServer/reverseGeocode?location=1e999,nan",
    ]
    private static let versions = ["HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/9", "", "HTCPCP/1.0"]
    private static let fields = [
        "Host: localhost", "Host: localhost", "Host: localhost", "Host: evil.example.com", "Host:", "Content-Length: 5",
        "Content-Length: -1", "Content-Length: 99999999999999999999", "Content-Length: 1000000", "Transfer-Encoding: chunked",
        "Transfer-Encoding: identity, chunked", "Expect: 100-continue", "Connection: close", "Connection: upgrade",
        "Upgrade: h2c", "Content-Type: application/x-www-form-urlencoded", "Origin: null", "Sec-Fetch-Site: cross-site",
        ": x", "A", " folded", "X: " + String(repeating: "y", count: 5000), "Cookie: \u{0}", "Authorization: Bearer \u{FF}",
    ]
    private static let bodies = [
        "", "hello", "5\r\nhello\r\n0\r\n\r\n", "5;x=\"\r\n\"\r\nhello\r\n0\r\nT: 1\r\n\r\n", "ffffffffffffffff\r\n", "-1\r\n",
        "1\r\na\r\n1\r\nb\r\n1\r\nc\r\n", "f=json&addresses={\"records\":[{}]}", "\r\n\r\n\r\n", "0\r\n",
        String(repeating: "\r\n", count: 10_000),
    ]

    private static func request(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        let end = Int.random(in: 0..<10, using: &generator) == 0 ? "\n" : "\r\n"
        var text = [methods, targets, versions].map { $0.randomElement(using: &generator)! }.joined(separator: " ") + end
        for _ in 0..<Int.random(in: 0...5, using: &generator) { text += fields.randomElement(using: &generator)! + end }
        return Array((text + end + bodies.randomElement(using: &generator)!).utf8)
    }

    private static func spoil(_ bytes: inout [UInt8], using generator: inout some RandomNumberGenerator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes.removeSubrange(place...)
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(contentsOf: (0..<20).map { _ in UInt8.random(in: .min ... .max, using: &generator) }, at: place)
        default: bytes += bytes[place...]
        }
    }
}
