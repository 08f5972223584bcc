import CairnCore

/// What became of one row of the table.
struct DemoResult {
    /// How well it was found.
    enum Kind: CaseIterable { case exact, corrected, tied, unmatched }

    /// Counted from 1.
    let row: Int
    let written: String
    let kind: Kind
    let score: Double
    /// The address that was found.
    let label: String
    let spot: TownSpot?

    /// - Parameter feature: The row's feature in the GeoJSON that the job has written.
    init(row: Int, feature: JSONValue) {
        let properties = feature["properties"]
        func text(_ name: String) -> String { properties?[name]?.string ?? "" }
        self.row = row
        written = ["address", "city", "state"].map(text).filter { !$0.isEmpty }.joined(separator: ", ")
        score = properties?["Score"]?.double ?? 0
        label = text("Match_addr")
        let place = feature["geometry"]?["coordinates"]
        if let longitude = place?[0]?.double, let latitude = place?[1]?.double {
            spot = TownSpot(longitude: longitude, latitude: latitude)
        } else {
            spot = nil
        }
        switch text("Status") {
        case "M": kind = score >= 100 ? .exact : .corrected
        case "T": kind = .tied
        default: kind = .unmatched
        }
    }

    /// Why it did not match.
    var reason: String {
        switch kind {
        case .exact, .corrected: ""
        case .tied: "More than one address fits as well as \(label)."
        case .unmatched:
            score > 0 ? "The best that was found fits too little: score \(MapFrame.short(score))." : "There is nothing like it."
        }
    }
}
