import CairnCore

/// Several objects that are loaded, one after the other, when this is.
final class LoadedTogether: Loadable {
    let loader = Loader()
    private let parts: [any Loadable]

    init(_ parts: [any Loadable]) {
        self.parts = parts
    }

    @concurrent func performLoad() async throws {
        // A part keeps that it could not be loaded, and the whole would never be.
        for part in parts { try await part.retryLoad() }
    }
}
