import Cairn
import CairnTesting
import Foundation

var transport: any HTTPTransport { given() }
var url: URL { given() }
var photo: URL { given() }
/// Where a body is written to.
var output: FileHandle { given() }
/// Where a download goes.
var file: URL { given() }

#if !os(Linux)
    /// What is there on Linux alone.
    struct CurlTransport: HTTPTransport {
        init(certificateAuthorities: URL) {}
        @concurrent func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws
            -> HTTPResponseStream
        {
            given()
        }
    }
#endif
