import AGSCompat
import CairnGeo
import CairnTasks
import Foundation

struct Item: Sendable {}
struct Request {
    func cancel() {}
}
struct Portal {
    func items(in folder: PortalFolder, _ completion: @escaping ([Item]?, (any Error)?) -> Void) -> Request { given() }
}

var portal: Portal { given() }
var job: AGSJob { given() }
var work: BatchGeocodeWork { given() }
var services: GeocodingServices { given() }
var envelope: Envelope { given() }
final class LineCount {
    init(_ output: any Sendable) {}
}
var task: AGSRouteTask { given() }
final class SignIn: AGSAuthenticationManagerDelegate {
    func authenticationManager(
        _ authenticationManager: AGSAuthenticationManager, didReceive challenge: AGSAuthenticationChallenge
    ) {}
}
var signIn: SignIn { given() }
var service: URL { given() }
var owner: NSObject { given() }
