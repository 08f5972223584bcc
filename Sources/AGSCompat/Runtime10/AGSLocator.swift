import CairnCallbacks
import CairnTasks
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Finds places and addresses, in the spelling of 10.2. It drives an ``AGSLocatorTask``, which is what newer code uses.
///
/// ```swift
/// let search = AGSLocator(url: service)
/// let parameters = AGSLocatorFindParameters()
/// parameters.text = "Gotham"
/// search.find(with: parameters) { results, error in print(results?.first?.name ?? "nothing") }
/// ```
///
/// Answers come to the ``delegate``, or to a closure, on the main queue. Operations are under way when they are given: no queue need carry them out.
open class AGSLocator: NSObject, AGSRemoteResource {
    /// The locator that this one drives.
    public let task: AGSLocatorTask
    /// Told what was found. It is not kept.
    public weak var delegate: (any AGSLocatorDelegate)?

    /// A locator on a service, or on a locator file.
    public init(URL url: URL!) { task = AGSLocatorTask(url: url ?? URL(filePath: "/")) }
    /// A locator on a service, or on a locator file.
    public init(url: URL!) { task = AGSLocatorTask(url: url ?? URL(filePath: "/")) }
    /// A locator file by its name: in the main bundle, or by its path.
    ///
    /// - Throws: An error in `AGSErrorDomain` if there is no such file.
    public init(name: String) throws {
        task = AGSLocatorTask(name: name)
        guard let file = task.fileURL, FileManager.default.fileExists(atPath: file.path) else {
            throw AGSError.runtime(.commonFileNotFound, "There is no locator file \(name).")
        }
    }

    /// The address of the service; nil for a file.
    public var url: URL? { task.url }
    /// Who is asking.
    public var credential: AGSCredential? {
        get { task.credential }
        set { task.credential = newValue }
    }
    /// How its requests are sent.
    public var requestConfiguration: AGSRequestConfiguration? {
        get { task.requestConfiguration }
        set { task.requestConfiguration = newValue }
    }
    /// See ``AGSRequestConfiguration/requestCachePolicy``.
    public var requestCachePolicy: URLRequest.CachePolicy {
        get { (requestConfiguration ?? .global()).requestCachePolicy }
        set { task.ownConfiguration().requestCachePolicy = newValue }
    }
    /// How long a request may take, in seconds.
    public var timeoutInterval: TimeInterval {
        get { (requestConfiguration ?? .global()).timeoutInterval }
        set { task.ownConfiguration().timeoutInterval = newValue }
    }
    /// What it can do; nil until it was fetched.
    public var locatorInfo: AGSLocatorInfo? { task.locatorInfo }

    // MARK: - Asking

    /// Finds a place or an address; the delegate is told.
    @discardableResult
    public func find(with parameters: AGSLocatorFindParameters!) -> Operation! {
        ask({ self.find(parameters, $0) }) { locator, operation, results, error in
            let found = results?.map(AGSLocatorFindResult.init)
            if let error {
                locator.delegate?.locator(locator, operation: operation, didFailToFindWithError: error)
            } else {
                locator.delegate?.locator(locator, operation: operation, didFind: found ?? [])
            }
        }
    }

    /// Finds a place or an address, as Swift 1 spelled it.
    #if !SilentMigration
        @available(*, deprecated, renamed: "find(with:)")
    #endif
    @discardableResult
    public func findWithParameters(_ parameters: AGSLocatorFindParameters!) -> Operation! { find(with: parameters) }

    /// Finds a place or an address. The completion is called once, on the main queue.
    @discardableResult
    public func find(
        with parameters: AGSLocatorFindParameters!, completion: @escaping ([AGSLocatorFindResult]?, (any Error)?) -> Void
    ) -> Operation! {
        ask({ self.find(parameters, $0) }) { _, _, results, error in completion(results?.map(AGSLocatorFindResult.init), error) }
    }

    /// Finds places for an address in its components; the delegate is told.
    @discardableResult
    public func locations(
        forAddress address: [AnyHashable: Any]!, returnFields: [Any]!, outSpatialReference: AGSSpatialReference!
    ) -> Operation! {
        let parameters = AGSGeocodeParameters()
        parameters.resultAttributeNames = (returnFields ?? []).compactMap { $0 as? String }
        parameters.outputSpatialReference = outSpatialReference
        let values = Dictionary((address ?? [:]).map { ("\($0.key)", "\($0.value)") }) { first, _ in first }
        return ask({ self.task.geocode(withSearchValues: values, parameters: parameters, completion: $0) }) {
            locator, operation, results, error in
            if let error {
                locator.delegate?.locator(locator, operation: operation, didFailLocationsForAddress: error)
            } else {
                let candidates = (results ?? []).map(AGSAddressCandidate.init)
                locator.delegate?.locator(locator, operation: operation, didFindLocationsForAddress: candidates)
            }
        }
    }

    /// The same, as Swift 1 spelled it.
    #if !SilentMigration
        @available(*, deprecated, renamed: "locations(forAddress:returnFields:outSpatialReference:)")
    #endif
    @discardableResult
    public func locationsForAddress(
        _ address: [AnyHashable: Any]!, returnFields: [Any]!, outSpatialReference: AGSSpatialReference!
    ) -> Operation! {
        locations(forAddress: address, returnFields: returnFields, outSpatialReference: outSpatialReference)
    }

    /// Finds the address of a place; the delegate is told.
    ///
    /// - Parameters:
    ///   - location: The place.
    ///   - distance: How far from it an address may be, in metres.
    @discardableResult
    public func address(forLocation location: AGSPoint!, maxSearchDistance distance: Double) -> Operation! {
        let parameters = AGSReverseGeocodeParameters()
        parameters.maxDistance = distance
        let place = location ?? AGSPoint(x: .nan, y: .nan, spatialReference: nil)
        return ask({ self.task.reverseGeocode(withLocation: place, parameters: parameters, completion: $0) }) {
            locator, operation, results, error in
            if let found = results?.first {
                let candidate = AGSAddressCandidate(found)
                locator.delegate?.locator(locator, operation: operation, didFindAddressForLocation: candidate)
            } else {
                let none = AGSError.runtime(.commonNotFound, "There is no address near that place.")
                locator.delegate?.locator(locator, operation: operation, didFailAddressForLocation: error ?? none)
            }
        }
    }

    /// The same, as Swift 1 spelled it.
    #if !SilentMigration
        @available(*, deprecated, renamed: "address(forLocation:maxSearchDistance:)")
    #endif
    @discardableResult
    public func addressForLocation(_ location: AGSPoint!, maxSearchDistance distance: Double) -> Operation! {
        address(forLocation: location, maxSearchDistance: distance)
    }

    /// Learns what the locator can do; the delegate is told.
    @discardableResult
    public func fetchLocatorInfo() -> Operation! {
        let operation = LocatorOperation()
        task.load { error in
            operation.end()
            if let info = self.locatorInfo, error == nil {
                self.delegate?.locator(self, operation: operation, didFetchLocatorInfo: info)
            } else {
                self.delegate?.locator(self, operation: operation, didFailToFetchLocatorInfoWithError: error)
            }
        }
        return operation
    }
}

extension AGSLocator {
    private typealias Answer = ([AGSGeocodeResult]?, (any Error)?) -> Void

    /// Asks what the parameters write of themselves.
    private func find(_ parameters: AGSLocatorFindParameters!, _ completion: @escaping Answer) -> any AGSCancelable {
        let json: [AnyHashable: Any] = parameters?.encodeToJSON() ?? [:]
        let (asked, written) = (AGSGeocodeParameters(), AGSLocatorFindParameters(JSON: json))
        asked.maxResults = written.maxLocations
        asked.resultAttributeNames = written.outFields ?? []
        asked.preferredSearchLocation = written.location
        asked.searchArea = written.searchExtent
        // A number alone is written, and not every system has one.
        asked.outputSpatialReference = written.outSpatialReference ?? parameters?.outSpatialReference
        let text = written.text ?? ""
        guard let key = json["magicKey"] as? String, !key.isEmpty else {
            return task.geocode(withSearchText: text, parameters: asked, completion: completion)
        }
        return task.geocode(
            with: AGSSuggestResult(SuggestResult(label: text, magicKey: key)), parameters: asked, completion: completion)
    }

    /// Carries a question out, and gives the answer on the main queue.
    private func ask(
        _ question: (@escaping Answer) -> any AGSCancelable,
        _ answered: @escaping (AGSLocator, LocatorOperation, [AGSGeocodeResult]?, (any Error)?) -> Void
    ) -> LocatorOperation {
        let operation = LocatorOperation()
        operation.begin(
            question { results, error in
                operation.end()
                let told = Carried { answered(self, operation, results, error) }
                CallbackQueue.main.call { told.value() }
            })
        return operation
    }
}
