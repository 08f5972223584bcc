import CairnCore
import Foundation

/// What can never be loaded, and says why.
final class RefusedLoad: Loadable {
    let loader = Loader()
    private let reason: NSError

    init(_ reason: NSError) { self.reason = reason }

    @concurrent func performLoad() async throws { throw reason }
}
