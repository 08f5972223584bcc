import CairnTesting
import Foundation

/// The status is one of failure, or one that was not asked for; or it is 200 and the failure is in the body.
enum StatusFault: Fault, CaseIterable {
    case failure, oddity, unavailable, envelope, failureWithEnvelope

    func steps(_ scene: inout FaultScene) -> [ScriptedStep] {
        var answer = scene.honest
        switch self {
        case .failure:
            answer = scene.pick([scene.honest, HonestAnswer(), .page(ContentFault.signIn)])
            answer.status = scene.pick([400, 401, 403, 404, 407, 429, 498, 499, 500, 502, 503, 504, 599])
        case .oddity:
            answer = scene.pick([scene.honest, HonestAnswer()])
            answer.status = scene.pick([201, 202, 204, 205, 206, 226, 300, 304, 305, 399, 416])
        case .unavailable:
            let times = [
                "0", "-5", "1e300", "nan", "99999999999999999999", "Thu, 99 Foo 2026", "Wed, 21 Oct 2099 07:28:00 GMT", "",
            ]
            answer = HonestAnswer(status: 503, fields: ["Retry-After": scene.pick(times)])
        case .envelope: answer.body = Data(Self.envelope(&scene).utf8)
        case .failureWithEnvelope:
            answer.body = Data(Self.envelope(&scene).utf8)
            answer.status = scene.pick([400, 401, 403, 498, 499, 500, 503])
        }
        return [.send(answer.bytes)]
    }

    private static func envelope(_ scene: inout FaultScene) -> String {
        let code = scene.pick([
            "400", "403", "498", "499", "500", "503", "\"498\"", "1e300", "-1", "null", "18446744073709551616",
        ])
        return scene.pick([
            #"{"error":{"code":\#(code),"message":"Unable to complete operation.","details":["A","B"]}}"#,
            #"{"error":{"code":\#(code),"message":null,"details":null}}"#, #"{"error":{}}"#, #"{"error":"invalid_client"}"#,
            #"{"error":{"error":"invalid_client","error_description":"Invalid client","code":\#(code)}}"#,
            #"{"error":"invalid_grant","error_description":"expired","code":\#(code)}"#, #"{"error":[1,2]}"#,
            #"{"status":"failed","statusMessage":"{\"code\":\#(code),\"message\":\"x\"}"}"#,
            #"{"status":"error","code":\#(code)}"#,
            #"{"code":500,"status":"failure","message":"x"}"#, #"{"success":false,"message":"x"}"#,
        ])
    }
}
