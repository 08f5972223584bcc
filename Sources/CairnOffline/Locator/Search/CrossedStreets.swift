/// What a query says that may name two streets, as "Main St & Elm St" does.
enum CrossedStreets {
    /// It does not.
    case none
    /// They cross.
    case crossing
    /// They do not.
    case apart

    /// What one of the streets by itself counts, or a house of it: the number is that of the other one, "County Road 107".
    func factor(isHouse: Bool) -> Double {
        switch self {
        case .none: 1
        case .crossing: isHouse ? 0.55 : 1
        case .apart: isHouse ? 0.55 : 0.7
        }
    }
}
