public import Foundation

/// A form with files (`multipart/form-data`, RFC 7578), such as attachments and uploads.
///
/// ```swift
/// var form = MultipartForm(fields: ["f": "json"])
/// form.add(photo, as: "attachment", type: "image/jpeg")
/// let answer = try await transport.send(form.request(to: url))
/// ```
public struct MultipartForm: Sendable, Hashable {
    private let boundary = "cairn-\(UUID().uuidString)"
    private var pieces: [HTTPRequestBody.Piece] = []

    /// A form of text fields, in the order of their names.
    public init(fields: [String: String] = [:]) {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            append("Content-Disposition: form-data; name=\"\(Self.quoted(name))\"\r\n\r\n\(value)\r\n")
        }
    }

    /// Adds a file, which is read when it is sent.
    ///
    /// - Parameters:
    ///   - file: The file, which is read while it is sent.
    ///   - name: The field's name.
    ///   - fileName: What the server is told that the file is called; nil is its own name.
    ///   - type: What the server is told that it holds, as a media type.
    public mutating func add(_ file: URL, as name: String, fileName: String? = nil, type: String = "application/octet-stream") {
        add(.file(file), as: name, fileName: fileName ?? file.lastPathComponent, type: type)
    }

    /// Adds bytes as a file.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The field's name.
    ///   - fileName: What the server is told that the file is called.
    ///   - type: What the server is told that it holds, as a media type.
    public mutating func add(_ data: Data, as name: String, fileName: String, type: String = "application/octet-stream") {
        add(.data(data), as: name, fileName: fileName, type: type)
    }

    private mutating func add(_ piece: HTTPRequestBody.Piece, as name: String, fileName: String, type: String) {
        let disposition = "form-data; name=\"\(Self.quoted(name))\"; filename=\"\(Self.quoted(fileName))\""
        append("Content-Disposition: \(disposition)\r\nContent-Type: \(Self.quoted(type))\r\n\r\n")
        pieces += [piece, .data(Data("\r\n".utf8))]
    }

    /// The form as a request.
    public func request(to url: URL, headers: [String: String] = [:], isRepeatable: Bool = false) -> HTTPRequest {
        let type = ["Content-Type": "multipart/form-data; boundary=\(boundary)"]
        let body = HTTPRequestBody(pieces + [.data(Data("--\(boundary)--\r\n".utf8))])
        return HTTPRequest(
            .post, url, headers: headers.merging(type) { _, own in own }, body: body, isRepeatable: isRepeatable, timeout: nil,
            stallTimeout: .seconds(60))
    }

    private mutating func append(_ text: String) {
        pieces.append(.data(Data("--\(boundary)\r\n\(text)".utf8)))
    }

    /// As browsers write names (HTML, 4.10.21.8): what would end the name, or the line, percent-encoded.
    private static func quoted(_ text: String) -> String {
        String(
            text.unicodeScalars.map { scalar in
                switch scalar {
                case "\"": "%22"
                case "\r": "%0D"
                case "\n": "%0A"
                default: String(scalar)
                }
            }.joined())
    }
}
