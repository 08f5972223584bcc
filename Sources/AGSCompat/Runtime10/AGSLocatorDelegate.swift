public import Foundation

/// Told, on the main queue, what an ``AGSLocator`` has found. Each of its methods may be left out.
public protocol AGSLocatorDelegate: AnyObject {
    /// Something was found: the results are ``AGSLocatorFindResult``.
    func locator(_ locator: AGSLocator!, operation op: Operation!, didFind results: [Any]!)
    /// Nothing could be looked for.
    func locator(_ locator: AGSLocator!, operation op: Operation!, didFailToFindWithError error: (any Error)!)
    /// Places were found for an address: the candidates are ``AGSAddressCandidate``.
    func locator(_ locator: AGSLocator!, operation op: Operation!, didFindLocationsForAddress candidates: [Any]!)
    /// No place could be looked for.
    func locator(_ locator: AGSLocator!, operation op: Operation!, didFailLocationsForAddress error: (any Error)!)
    /// An address was found for a place.
    func locator(_ locator: AGSLocator!, operation op: Operation!, didFindAddressForLocation candidate: AGSAddressCandidate!)
    /// No address could be looked for, or there is none.
    func locator(_ locator: AGSLocator!, operation op: Operation!, didFailAddressForLocation error: (any Error)!)
    /// It is known what the locator can do.
    func locator(_ locator: AGSLocator!, operation op: Operation!, didFetchLocatorInfo locatorInfo: AGSLocatorInfo!)
    /// It could not be learned what the locator can do.
    func locator(_ locator: AGSLocator!, operation op: Operation!, didFailToFetchLocatorInfoWithError error: (any Error)!)
}

extension AGSLocatorDelegate {
    /// Nothing.
    public func locator(_ locator: AGSLocator!, operation op: Operation!, didFind results: [Any]!) {}
    /// Nothing.
    public func locator(_ locator: AGSLocator!, operation op: Operation!, didFailToFindWithError error: (any Error)!) {}
    /// Nothing.
    public func locator(_ locator: AGSLocator!, operation op: Operation!, didFindLocationsForAddress candidates: [Any]!) {}
    /// Nothing.
    public func locator(_ locator: AGSLocator!, operation op: Operation!, didFailLocationsForAddress error: (any Error)!) {}
    /// Nothing.
    public func locator(
        _ locator: AGSLocator!, operation op: Operation!, didFindAddressForLocation candidate: AGSAddressCandidate!
    ) {}
    /// Nothing.
    public func locator(_ locator: AGSLocator!, operation op: Operation!, didFailAddressForLocation error: (any Error)!) {}
    /// Nothing.
    public func locator(_ locator: AGSLocator!, operation op: Operation!, didFetchLocatorInfo locatorInfo: AGSLocatorInfo!) {}
    /// Nothing.
    public func locator(
        _ locator: AGSLocator!, operation op: Operation!, didFailToFetchLocatorInfoWithError error: (any Error)!
    ) {}
}
