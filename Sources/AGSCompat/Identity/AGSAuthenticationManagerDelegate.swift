/// Answers servers that want to know who asks.
public protocol AGSAuthenticationManagerDelegate: AnyObject {
    /// A server wants to know who asks. Answer the challenge, now or later; what waits for it goes on then. Called on the main queue.
    func authenticationManager(
        _ authenticationManager: AGSAuthenticationManager, didReceive challenge: AGSAuthenticationChallenge)
}
