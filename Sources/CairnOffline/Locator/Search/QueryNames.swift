import CairnCore
import Foundation

/// The names that stand whole in a query, as it was typed: those of streets, places and points of interest.
struct QueryNames {
    /// Words that follow each other and are a name.
    struct Name {
        let tokens: UInt32
        /// How many words.
        let length: Int
        /// All that are called so.
        let features: PostingCursor
    }

    /// Where a settlement is, in the file's coordinates, and how far around it is meant.
    struct Spot {
        let x: Int32
        let y: Int32
        let reach: Int32
        /// The region and the country that it is in.
        let context: Int

        /// How far a place is, east or north, in steps of latitude.
        func distance(_ x: Int32, _ y: Int32) -> Int {
            let (dx, dy) = (abs(Int(self.x) - Int(x)), abs(Int(self.y) - Int(y)))
            // By the shorter way around; a degree of longitude is three quarters of one of latitude at 41 degrees.
            return max(min(dx, 3_600_000_000 - dx) * 3 / 4, dy)
        }
    }

    /// Words that name settlements, and where they are.
    struct Place {
        let tokens: UInt32
        let spots: [Spot]

        /// How likely it is meant by a place: 1 within half of what a city of so many people reaches, 0 where it is another one.
        ///
        /// - Parameters:
        ///   - isNamed: Whether the place says in which settlement it lies: then it is a part of the other one, or none of it.
        ///   - mayBeMeant: Whether a settlement that is near may be the place's.
        func nearness(
            _ x: Int32, _ y: Int32, isNamed: Bool, where mayBeMeant: (Spot) throws(BlockDamage) -> Bool
        ) throws(BlockDamage) -> Double {
            var best = 0.0
            for spot in spots {
                let (distance, reach) = (spot.distance(x, y), Int(spot.reach))
                guard distance < max(reach, Self.around), try mayBeMeant(spot) else { continue }
                if distance < reach / 2 { return 1 }
                if !isNamed, distance < max(reach, Self.around) { best = distance < reach ? max(best, 0.85) : max(best, 0.7) }
            }
            return best
        }

        /// About six kilometres.
        static let around = 540_000

        /// In the file's coordinates: three kilometres, and fifteen more for a million people, in proportion to the square root.
        static func reach(importance: Int) -> Int32 {
            let people = importance > 0 ? pow(10, Double(importance) / 1000) : 0
            return Int32(clamping: Int(rounding: 270_000 + 1_350_000 * (people / 1e6).squareRoot()) ?? 0)
        }
    }

    private(set) var names: [Name] = []
    /// Those of most words first.
    private(set) var places: [Place] = []
    /// Whether one of the names is the whole query.
    private(set) var isWhole = false
    /// The states of the USA that are named as well.
    private(set) var states = NamedStates()

    private static let longest = 6
    private static let mostFeatures = 400

    init(_ query: AddressQuery, _ index: LocatorIndex) throws(BlockDamage) {
        let words = query.words
        for start in words.indices {
            var (hash, tokens) = (TextHash(), UInt32(0))
            for end in start..<min(start + Self.longest, words.count) where words[end].part == words[start].part {
                if end > start { hash.append(CollectionOfOne(UInt8(ascii: " "))) }
                hash.append(words[end].text.utf8)
                tokens |= AddressQuery.bit(end)
                guard let features = try index.keys.features(hash.value) else { continue }
                names.append(Name(tokens: tokens, length: end - start + 1, features: features))
                // Where nothing is left the place says of no other feature where it is.
                guard end - start + 1 < words.count else {
                    isWhole = true
                    continue
                }
                guard words[start...end].contains(where: { $0.role == .name }),
                    let places = try index.keys.features(TextHash.place(hash.value))
                else { continue }
                try addPlaces(tokens, places, index)
            }
        }
        places.sort { $0.tokens.nonzeroBitCount > $1.tokens.nonzeroBitCount }
        states = try NamedStates(query, self, index)
    }

    private mutating func addPlaces(_ tokens: UInt32, _ features: PostingCursor, _ index: LocatorIndex) throws(BlockDamage) {
        var (cursor, left, spots) = (features, Self.mostFeatures, [Spot]())
        while left > 0, let number = try cursor.next() {
            left -= 1
            let feature = try index.features[number]
            let reach = Place.reach(importance: feature.importance)
            spots.append(Spot(x: feature.x, y: feature.y, reach: reach, context: feature.context))
        }
        if !spots.isEmpty { places.append(Place(tokens: tokens, spots: spots)) }
    }
}
