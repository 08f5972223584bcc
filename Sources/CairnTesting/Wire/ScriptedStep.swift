public import Foundation

/// What a ``ScriptedServer`` does next on a connection.
public enum ScriptedStep: Sendable {
    /// Sends bytes.
    case send(Data)
    /// Sends the same bytes again and again, after a pause each time, until the client has gone.
    case sendForever(Data, every: Duration = .zero)
    /// Waits that long, or until the client has gone.
    case pause(Duration)
    /// Waits until the client has gone.
    case hang
    /// Closes the connection.
    case close
    /// Closes it as a crash would: the client is told that it was reset.
    case reset

    /// Sends text.
    public static func send(_ text: String) -> ScriptedStep { .send(Data(text.utf8)) }

    /// Sends a proper answer, after which the connection can be used again.
    public static func answer(_ status: Int, headers: [String: String] = [:], body: Data = Data()) -> ScriptedStep {
        let fields = headers.merging(["Content-Length": "\(body.count)"]) { given, _ in given }
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
        return .send(Data("HTTP/1.1 \(status) Status\r\n\(lines.joined())\r\n".utf8) + body)
    }
}
