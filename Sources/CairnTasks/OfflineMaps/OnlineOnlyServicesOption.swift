import CairnCore

/// What becomes of layers that cannot be taken offline by what they are, such as maps that are drawn when they are asked for.
public enum OnlineOnlyServicesOption: String, Sendable, Hashable, Codable, CaseIterable {
    /// They are left out.
    case exclude
    /// They stay in the map, and need a network.
    case include
    /// What whoever made the map has said of it (`applicationProperties.offline`); left out, if he has said nothing.
    case useAuthoredSettings
}

extension GenerateOfflineMapParameters {
    /// Whether layers that cannot be taken offline by what they are stay in a map.
    func keepsOnlineOnly(of map: WebMap) -> Bool {
        switch onlineOnlyServicesOption {
        case .exclude: false
        case .include: true
        case .useAuthoredSettings: map.json["applicationProperties"]?["offline"]?["onlineOnlyServices"]?.string == "include"
        }
    }
}
