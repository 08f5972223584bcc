/// What kind of road it is: the values of OpenStreetMap's key `highway`, and ferries.
enum RoadClass: UInt8, CaseIterable, Sendable {
    case motorway, motorwayLink, trunk, trunkLink, primary, primaryLink, secondary, secondaryLink, tertiary, tertiaryLink
    case unclassified, residential, livingStreet, service, road
    case track, pedestrian, footway, path, steps, cycleway, bridleway, corridor
    case ferry

    /// The class of a value of `highway`; nil for what nobody moves on.
    init?(highway: String) {
        guard let found = Self(name: highway), found != .ferry else { return nil }
        self = found
    }

    /// The class of that name; nil if there is none.
    init?(name: String) {
        guard let found = Self.names[name] else { return nil }
        self = found
    }

    /// As OpenStreetMap, and tables of edges, write it.
    var name: String {
        switch self {
        case .motorwayLink: "motorway_link"
        case .trunkLink: "trunk_link"
        case .primaryLink: "primary_link"
        case .secondaryLink: "secondary_link"
        case .tertiaryLink: "tertiary_link"
        case .livingStreet: "living_street"
        default: "\(self)"
        }
    }

    private static let names = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// How fast cars go where no limit is signed, in km/h; nil where they may not.
    var drivingSpeed: Double? {
        switch self {
        case .motorway: 110
        case .motorwayLink: 60
        case .trunk: 90
        case .trunkLink: 50
        case .primary: 70
        case .primaryLink: 45
        case .secondary: 60
        case .secondaryLink: 40
        case .tertiary: 50
        case .tertiaryLink: 35
        case .unclassified: 40
        case .residential, .road: 30
        case .livingStreet: 10
        case .service: 20
        case .ferry: 15
        case .track, .pedestrian, .footway, .path, .steps, .cycleway, .bridleway, .corridor: nil
        }
    }

    /// Whether people on foot may use it where nothing is said.
    var isForWalking: Bool {
        switch self {
        case .motorway, .motorwayLink, .trunk, .trunkLink: false
        default: true
        }
    }

    /// Roads that lead onto larger ones, or off them.
    var isLink: Bool {
        switch self {
        case .motorwayLink, .trunkLink, .primaryLink, .secondaryLink, .tertiaryLink: true
        default: false
        }
    }

    /// Roads that are entered and left by ramps.
    var isMotorway: Bool { self == .motorway || self == .trunk }
}
