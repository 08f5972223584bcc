import Foundation

/// An answer as it should be, to be sent or spoilt.
struct HonestAnswer: Sendable {
    var status = 200
    var fields: [String: String] = [:]
    var body = Data()

    static func json(_ text: String) -> HonestAnswer {
        HonestAnswer(fields: ["Content-Type": "application/json"], body: Data(text.utf8))
    }

    static func page(_ text: String, status: Int = 200) -> HonestAnswer {
        HonestAnswer(status: status, fields: ["Content-Type": "text/html"], body: Data(text.utf8))
    }

    /// The head, with some fields changed, or left out.
    func head(_ changes: [String: String?] = [:]) -> Data {
        var all: [String: String?] = fields.mapValues(\.self)
        all["Content-Length"] = "\(body.count)"
        all.merge(changes) { $1 }
        let lines = all.sorted { $0.key < $1.key }.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }
        return Data("HTTP/1.1 \(status) Status\r\n\(lines.joined())\r\n".utf8)
    }

    /// All that is sent.
    var bytes: Data { head() + body }

    func with(_ text: String) -> HonestAnswer {
        var answer = self
        answer.body = Data(text.utf8)
        return answer
    }
}
