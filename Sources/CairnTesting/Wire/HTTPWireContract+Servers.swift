import CZlib
import CairnCore
import Foundation

extension HTTPWireContract.Clause {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
    private static func whole(_ body: String) -> String { "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)" }

    /// How the server misbehaves.
    func steps(for request: ScriptedRequest) -> [ScriptedStep] {
        switch self {
        case .trailers: [.send(Self.chunked + "Trailer: X-Sum\r\n\r\n5\r\nwhole\r\n0\r\nX-Sum: 12\r\nX-More: 1\r\n\r\n")]
        case .interimAnswers:
            [.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + Self.whole("whole"))]
        case .halfHead: [.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Le"), .close]
        case .resetInBody: [.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsome"), .reset]
        case .resetBeforeAnswer: [.reset]
        case .noHTTP: [.send("220 mail.example.com ESMTP\r\n250 OK\r\n\r\n"), .close]
        case .noStatus: [.send("HTTP/1.1 abc OK\r\nContent-Length: 5\r\n\r\nwhole")]
        case .twoLengths: [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 4\r\n\r\nwhole")]
        case .endlessHead: [.send("HTTP/1.1 200 OK\r\n"), .sendForever(Data("X-Field: some value that is not needed\r\n".utf8))]
        case .endlessInterimAnswers: [.sendForever(Data("HTTP/1.1 102 Processing\r\n\r\n".utf8))]
        case .wrongChunk: [.send(Self.chunked + "\r\n5\r\nwhole\r\nxyz\r\nwhole\r\n0\r\n\r\n")]
        case .wrongCompression:
            [.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nwhole")]
        case .decompressionBomb:
            [.answer(200, headers: ["Content-Encoding": "deflate"], body: Self.bomb)]
        case .strayBytes: [.send(Self.whole("whole") + "and more, which nobody asked for")]
        case .twoAnswers: [.send(Self.whole("whole") + Self.whole("wrong"))]
        case .dripping:
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"), .sendForever(Data([0x2E]), every: .milliseconds(5))]
        case .backPressure:
            [.send(Self.chunked + "\r\n"), .sendForever(Data("8000\r\n".utf8) + Data(count: 0x8000) + Data("\r\n".utf8))]
        case .repeatedOnce, .neverRepeated:
            request.path == "/first" || request.number == 0 ? [.send(Self.whole("whole"))] : [.close]
        case .redirectedPost:
            request.path == "/seen" ? [.send(Self.whole("wrong"))] : [.answer(302, headers: ["Location": "/seen"])]
        case .challenge: [.answer(401, headers: ["WWW-Authenticate": "Basic realm=\"maps\""])]
        }
    }

    /// 64 MiB of nothing, in 64 KiB.
    private static let bomb: Data = {
        let source = Data(count: 64 << 20)
        var (bytes, count) = ([UInt8](repeating: 0, count: 1 << 20), uLongf(1 << 20))
        source.withUnsafeBytes { source in
            _ = compress2(&bytes, &count, source.bindMemory(to: Bytef.self).baseAddress, uLong(source.count), 9)
        }
        return Data(bytes.prefix(Int(clamping: count)))
    }()
}
