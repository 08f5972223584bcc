/// Answers servers that want to know who asks. Nothing of it has to be written: a delegate without it is as good as none.
public protocol AGSAuthenticationManagerDelegate: AnyObject {
    /// A server wants to know who asks. Answer the challenge, now or later; what waits for it goes on then. Called on the main queue.
    func authenticationManager(
        _ authenticationManager: AGSAuthenticationManager, didReceive challenge: AGSAuthenticationChallenge)
}

extension AGSAuthenticationManagerDelegate {
    /// Leaves the challenge to the system.
    public func authenticationManager(
        _ authenticationManager: AGSAuthenticationManager, didReceive challenge: AGSAuthenticationChallenge
    ) {
        challenge.continueWithDefaultHandling()
    }
}
