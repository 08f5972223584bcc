import CairnCore
package import CairnGeo
import CairnTasks

/// What limits and orders the answers.
package struct LocatorFilter {
    /// Two letters each, in upper case; empty is all.
    package var countries: Set<String> = []
    /// In lower case and without spaces; empty is all.
    package var categories: Set<String> = []
    package var area: LocatorArea?
    package var near: Position?
    package var minimumScore = 40.0
    package var limit = 50
    /// Whether only streets are answers, not their houses.
    var isOfStreets = false

    package init() {}

    var isOpen: Bool { countries.isEmpty && categories.isEmpty && area == nil && !isOfStreets }
}
