import CairnCore
import CairnTasks
import CairnTesting
import Foundation

/// A user's own types, which are held to the contracts.
struct CountLines: JobWork {
    static let kind = "count-lines"
    var file: URL

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int { 0 }
}

final class Gazetteer: Loadable {
    let loader = Loader()

    init(fetch: @escaping @Sendable () async throws -> Void) {}
    @concurrent func performLoad() async throws {}
}

struct MyTransport: HTTPTransport {
    @concurrent func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws -> HTTPResponseStream {
        given()
    }
}

var gate: Gate { given() }
var file: URL { given() }
var url: URL { given() }

func freshDirectory() -> URL { given() }
func beat() {}
