import Synchronization

/// Secrets that are looked for once there is a text in which to hide them: most requests meet no error.
final class DeferredSecrets: Sendable {
    private let secrets: @Sendable () -> [String]
    private let hidden = Mutex<HiddenSecrets?>(nil)

    init(_ secrets: @escaping @Sendable () -> [String]) { self.secrets = secrets }

    /// Two who ask at the same time may both make it, which harms nobody.
    var value: HiddenSecrets {
        if let hidden = hidden.withLock(\.self) { return hidden }
        let made = HiddenSecrets(secrets())
        hidden.withLock { $0 = made }
        return made
    }
}
