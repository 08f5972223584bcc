import Synchronization

/// What a service has said of itself, kept for building requests.
final class ServiceMetadata: Sendable {
    let info = Mutex<LocatorInfo?>(nil)
}
