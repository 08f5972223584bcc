import CairnTasks
import CairnTesting
import Foundation

/// A server where, from a seed, each answer goes wrong in its own way, or in none; and another where no request has any business.
struct FaultServer {
    let site: any HonestSite
    let script: FaultScript
    let server: ScriptedServer
    /// What credentials go by.
    private let clock = ManualClock()
    let elsewhere: ScriptedServer

    init(seed: UInt64, _ menu: FaultMenu, _ site: any HonestSite) throws {
        let elsewhere = try ScriptedServer { _ in [.send(HonestAnswer.json("{\"candidates\":[]}").bytes)] }
        let script = FaultScript(seed: seed, menu, site, elsewhere: elsewhere.url)
        server = try ScriptedServer { script.steps(for: $0) }
        (self.site, self.script, self.elsewhere) = (site, script, elsewhere)
    }

    /// Whether nothing goes wrong from now on. By then who was refused may sign in again.
    func beHonest(_ isHonest: Bool = true) {
        script.beHonest(isHonest)
        if isHonest { clock.advance(by: .seconds(61)) }
    }

    func stop() {
        server.stop()
        elsewhere.stop()
    }

    /// Who is asking.
    func credential(_ transport: any HTTPTransport) -> TokenCredential {
        TokenCredential(
            username: TokenOffice.username, password: TokenOffice.password, server: server.url,
            tokenURL: server.url.appending(path: "sharing/rest/generateToken"), transport: transport, clock: clock)
    }

    /// What has reached the other server and should not have: the address is the redirecting server's own.
    var strayed: [String] {
        elsewhere.requests.compactMap { request in
            let text = "\(request.headers) \(String(decoding: request.body, as: UTF8.self))"
            return site.secrets.contains { text.contains($0) } ? "\(request.method) \(request.target) with a secret" : nil
        }
    }
}
