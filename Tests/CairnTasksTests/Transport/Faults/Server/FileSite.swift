import CairnTesting
import Foundation

/// One file, whole or in parts, for those who have a token; and the office that issues them.
struct FileSite: HonestSite {
    let contents: Data
    private let office: TokenOffice
    private let version: String

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed ^ 0xF11E)
        let count = Int.random(in: 200...6000, using: &random)
        contents = Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        office = TokenOffice(seed: seed)
        version = "\"v\(seed)\""
    }

    var secrets: [String] { office.secrets }

    func answer(to request: ScriptedRequest) -> HonestAnswer {
        if request.path.hasSuffix("generateToken") { return office.issue(request) }
        guard office.admits(request) else { return TokenOffice.refusal }
        let fields = ["ETag": version, "Content-Type": "application/octet-stream"]
        let isCurrent = request.headers["if-range"].map { $0 == version } ?? true
        let from = request.headers["range"].flatMap { Int($0.dropFirst("bytes=".count).prefix { $0 != "-" }) }
        guard let from, isCurrent else { return HonestAnswer(fields: fields, body: contents) }
        guard from < contents.count else { return HonestAnswer(status: 416) }
        let range = ["Content-Range": "bytes \(from)-\(contents.count - 1)/\(contents.count)"]
        return HonestAnswer(status: 206, fields: fields.merging(range) { $1 }, body: Data(contents[from...]))
    }
}
