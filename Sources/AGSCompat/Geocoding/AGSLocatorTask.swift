import CairnCallbacks
import CairnCore
import CairnOffline
public import CairnTasks
public import Foundation

/// Finds places for addresses, addresses for places, and completes what is typed.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSLocatorTask: AGSLoadableRemoteResourceBase {
    /// The locator this one drives.
    public let task: LocatorTask

    /// A locator of Cairn for old callers.
    public convenience init(_ task: LocatorTask) { self.init(task, nil) }

    private init(_ task: LocatorTask, _ fileURL: URL?) {
        (self.task, self.fileURL) = (task, fileURL)
        super.init(driving: task, at: task.client?.url, HeldCredential(task.client))
    }

    /// A locator on a service, or on a locator file.
    public convenience init(url: URL) {
        let isFile = url.isFileURL
        let task = isFile ? LocatorTask(fileURL: url) : LocatorTask(url: url, transport: ConfiguredTransport())
        self.init(task, isFile ? url : nil)
    }

    /// A locator file by its name: in the main bundle, or by its path, with or without ".locator". One of Esri's, ".loz", is found so too, and fails to
    /// load with what to do.
    public convenience init(name: String) {
        let file = URL.named(name, extensions: ["locator", "loz"])
        self.init(LocatorTask(fileURL: file), file)
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
        return results(completion, location) { try await task.reverseGeocode(forLocation: point, parameters: value) }
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
        _ completion: @escaping ([AGSGeocodeResult]?, (any Error)?) -> Void, _ location: AGSPoint? = nil,
        _ work: @escaping @Sendable () async throws -> [GeocodeResult]
    ) -> any AGSCancelable {
        OperationCancelable(work) { results, error in
            completion(results?.map { AGSGeocodeResult($0, inputLocation: location) }, error)
        }
    }
}

extension LocatorTask {
    /// The service; nil for a file, and for a backend of somebody's own.
    fileprivate var client: ServiceClient? { (backend as? LocatorService)?.client }
}
