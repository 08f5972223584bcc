import Synchronization

/// The format in which a layer's features are asked for: what it offers, unless that has been found not to hold.
final class FeatureFormats: Sendable {
    private let offersPBF: Mutex<Bool>

    init(offersPBF: Bool) {
        self.offersPBF = Mutex(offersPBF)
    }

    var preferred: FeatureFormat { offersPBF.withLock(\.self) ? .pbf : .json }

    func refusePBF() {
        offersPBF.withLock { $0 = false }
    }
}
