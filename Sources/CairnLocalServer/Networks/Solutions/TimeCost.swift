import CairnTasks

/// The cost by which waits and delays are told: that which counts time.
struct TimeCost {
    let name: String
    let secondsPerUnit: Double

    /// Nil if the network has none.
    init?(_ mode: TravelMode?, _ network: NetworkInfo) {
        let names = [mode?.timeAttributeName, mode?.impedanceAttributeName].compactMap(\.self)
        for name in names + network.costAttributes.keys.sorted() {
            guard let seconds = network.costAttributes[name]?.unit.seconds else { continue }
            (self.name, secondsPerUnit) = (name, seconds)
            return
        }
        return nil
    }
}
