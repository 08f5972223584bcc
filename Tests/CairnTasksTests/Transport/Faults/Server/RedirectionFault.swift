import CairnTesting
import Foundation

/// The answer sends the request on.
enum RedirectionFault: Fault, CaseIterable {
    case followed, toItself, losing, elsewhere, toFile, withToken, withUser, withoutTarget, toNowhere

    /// Who asks for a file may be sent elsewhere for it.
    var hides: FaultHiding { self == .elsewhere ? .length : .nothing }

    func steps(_ scene: inout FaultScene) -> [ScriptedStep] {
        let keeping = scene.pick([307, 308])
        switch self {
        case .followed: return to(scene.request.path + "?honest", keeping)
        case .toItself: return to(scene.request.target, keeping)
        case .losing: return to(scene.request.target, scene.pick([301, 302, 303]))
        case .elsewhere: return to("\(scene.elsewhere)/x", scene.pick([301, 302, 303, 307, 308]))
        case .toFile: return to("file:///etc/passwd", keeping)
        case .withToken: return to("\(scene.request.path)?token=\(scene.pick(scene.secrets))", keeping)
        case .withUser: return to("http://me:\(scene.pick(scene.secrets))@127.0.0.1:1/", keeping)
        case .withoutTarget: return [.answer(keeping)]
        case .toNowhere:
            let targets = [
                "", " ", "//", "http://", "::::", "http://[::1", "%00", "http://127.0.0.1:99999/", "javascript:alert(1)",
                "http://127.0.0.1:1/",
                "ldap://127.0.0.1/", "http:///x", "?", "#", "http://xn--/", "https://127.0.0.1:1/x",
            ]
            return to(scene.pick(targets), keeping)
        }
    }

    private func to(_ target: String, _ status: Int) -> [ScriptedStep] { [.answer(status, headers: ["Location": target])] }
}
