import Foundation
import TSKCompat

struct Request {}
struct Client {
    func execute(_ request: Request, success: @escaping (String) -> Void, failure: @escaping (any Error) -> Void) {}
}

var client: Client { given() }
var request: Request { given() }
var workflow: TSKWorkflow { given() }
var mapper: Mapper { given() }
var text: String { given() }
var url: URL { given() }
var a: TSKTask { given() }
var b: TSKTask { given() }
var c: TSKTask { given() }

final class Mapper {
    func mapRequestResult(from task: TSKTask) {}
}

func download(_ url: URL, success: @escaping (Data) -> Void, failure: @escaping (any Error) -> Void) {}
