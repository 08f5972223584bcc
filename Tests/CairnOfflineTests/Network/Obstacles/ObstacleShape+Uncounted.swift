import CairnGeo

@testable import CairnOffline

extension ObstacleShape {
    /// Whether a place lies within its rings, whatever that takes.
    func contains(_ place: Position) -> Bool {
        var comparisons = 0
        return contains(place, &comparisons)
    }
}
