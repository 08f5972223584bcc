import CairnCallbacks
import CairnCore
import CairnOffline
public import CairnTasks
public import Foundation

/// Finds places for addresses, addresses for places, and completes what is typed.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSLocatorTask: NSObject, AGSLoadable, AGSRemoteResource {
    /// The locator this one drives.
    public let task: LocatorTask
    private let loading = LegacyLoading()
    private let held: HeldCredential

    /// A locator of Cairn for old callers.
    public convenience init(_ task: LocatorTask) { self.init(task, nil) }

    private init(_ task: LocatorTask, _ fileURL: URL?) {
        (self.task, self.fileURL) = (task, fileURL)
        held = HeldCredential(task.client)
    }

    /// A locator on a service, or on a locator file.
    public convenience init(url: URL) {
        let isFile = url.isFileURL
        let task = isFile ? LocatorTask(fileURL: url) : LocatorTask(url: url, transport: ConfiguredTransport())
        self.init(task, isFile ? url : nil)
    }

    /// A locator file by its name: in the main bundle, or by its path.
    public convenience init(name: String) {
        let file =
            Bundle.main.url(forResource: name, withExtension: nil)
            ?? Bundle.main.url(forResource: name, withExtension: "locator") ?? Foundation.URL(filePath: name)
        self.init(LocatorTask(fileURL: file), file)
    }

    /// The address of the service; nil for a file.
    public var url: URL? { task.client?.url }
    /// Who is asking, if the service wants to know: from then on its host and port, by all that has no credential of its own; to be set before
    /// loading.
    public var credential: AGSCredential? {
        get { held.value }
        set { held.value = newValue }
    }
    /// How its requests are sent; nil for the global configuration. Of an object of Cairn's they are sent as that does.
    public var requestConfiguration: AGSRequestConfiguration? {
        get { held.configuration }
        set { held.configuration = newValue }
    }
    /// The configuration of its own, made of the global one if it has none yet.
    func ownConfiguration() -> AGSRequestConfiguration {
        let own = requestConfiguration ?? AGSRequestConfiguration(SettingsBox(AGSRequestConfiguration.globalBox.value))
        requestConfiguration = own
        return own
    }
    /// The locator file; nil for a service.
    let fileURL: URL?
    /// What the locator can do; nil until loaded.
    public var locatorInfo: AGSLocatorInfo? { task.info.map(AGSLocatorInfo.init) }

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: task) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: task) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(task, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(task, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(task) }

    /// Finds an address given in one line.
    @discardableResult
    public func geocode(
        withSearchText searchText: String, completion: @escaping ([AGSGeocodeResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        geocode(withSearchText: searchText, parameters: AGSGeocodeParameters(), completion: completion)
    }

    /// Finds an address given in one line.
    @discardableResult
    public func geocode(
        withSearchText searchText: String, parameters: AGSGeocodeParameters,
        completion: @escaping ([AGSGeocodeResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, value) = (task, parameters.value)
        return results(completion) { try await task.geocode(forSearchText: searchText, using: value) }
    }

    /// Finds an address given in its components.
    @discardableResult
    public func geocode(
        withSearchValues searchValues: [String: String], completion: @escaping ([AGSGeocodeResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        geocode(withSearchValues: searchValues, parameters: AGSGeocodeParameters(), completion: completion)
    }

    /// Finds an address given in its components.
    @discardableResult
    public func geocode(
        withSearchValues searchValues: [String: String], parameters: AGSGeocodeParameters,
        completion: @escaping ([AGSGeocodeResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, value) = (task, parameters.value)
        return results(completion) { try await task.geocode(forSearchValues: searchValues, using: value) }
    }

    /// Finds what a suggestion stands for.
    @discardableResult
    public func geocode(
        with suggestResult: AGSSuggestResult, completion: @escaping ([AGSGeocodeResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        geocode(with: suggestResult, parameters: AGSGeocodeParameters(), completion: completion)
    }

    /// Finds what a suggestion stands for.
    @discardableResult
    public func geocode(
        with suggestResult: AGSSuggestResult, parameters: AGSGeocodeParameters,
        completion: @escaping ([AGSGeocodeResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, suggestion, value) = (task, suggestResult.value, parameters.value)
        return results(completion) { try await task.geocode(forSuggestResult: suggestion, using: value) }
    }

    /// Finds what is at a place.
    @discardableResult
    public func reverseGeocode(
        withLocation location: AGSPoint, completion: @escaping ([AGSGeocodeResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        reverseGeocode(withLocation: location, parameters: AGSReverseGeocodeParameters(), completion: completion)
    }

    /// Finds what is at a place.
    @discardableResult
    public func reverseGeocode(
        withLocation location: AGSPoint, parameters: AGSReverseGeocodeParameters,
        completion: @escaping ([AGSGeocodeResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, point, value) = (task, location.point, parameters.value)
        return results(completion) { try await task.reverseGeocode(forLocation: point, parameters: value) }
    }

    /// Completes a text.
    @discardableResult
    public func suggest(
        withSearchText searchText: String, completion: @escaping ([AGSSuggestResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        suggest(withSearchText: searchText, parameters: AGSSuggestParameters(), completion: completion)
    }

    /// Completes a text.
    @discardableResult
    public func suggest(
        withSearchText searchText: String, parameters: AGSSuggestParameters,
        completion: @escaping ([AGSSuggestResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, value) = (task, parameters.value)
        return OperationCancelable({ try await task.suggest(forSearchText: searchText, parameters: value) }) { results, error in
            completion(results?.map(AGSSuggestResult.init), error)
        }
    }

    private func results(
        _ completion: @escaping ([AGSGeocodeResult]?, (any Error)?) -> Void,
        _ work: @escaping @Sendable () async throws -> [GeocodeResult]
    ) -> any AGSCancelable {
        OperationCancelable(work) { results, error in completion(results?.map(AGSGeocodeResult.init), error) }
    }
}

extension LocatorTask {
    /// The service; nil for a file, and for a backend of somebody's own.
    fileprivate var client: ServiceClient? { (backend as? LocatorService)?.client }
}
