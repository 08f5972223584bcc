/// A row of the table of features, with its words.
struct LocatorFeature {
    let id: Int
    let kind: FeatureKind
    let name: String
    let key: String
    let place: String
    let city: String
    let subregion: String
    let region: String
    let postal: String
    let country: String
    let category: String
    let x: Int
    let y: Int
    let box: PackedRTree.Box

    /// The address or name in one line. A street's post code depends on the house.
    func label(house: String? = nil, postal: String? = nil) -> String {
        let first = house.map { "\($0) \(name)" } ?? name
        let parts = [first, place, city, kind == .street ? "" : subregion, region, postal ?? ownPostal, country]
        var label: [String] = []
        for part in parts where !part.isEmpty && part != label.last { label.append(part) }
        return label.joined(separator: ", ")
    }

    private var ownPostal: String { kind == .street ? "" : postal }
}
