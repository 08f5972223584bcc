/// What the words of a query say of where a feature is.
struct PlacedWords {
    let context: ContextMatch
    /// The query's words that are explained, a bit for each.
    var used: UInt32
    /// How well they fit, 0…1.
    var factor = 1.0
    /// Those that name the settlement that the feature is in.
    var cities: UInt32 = 0
    /// Those that name the settlement that it is near to, for rows that name none.
    private var near: UInt32 = 0
    /// Whether they name its region or its country.
    private(set) var isRegionNamed = false
    /// The parts between commas that stand in front of the settlement's, and are not the name's, and those behind the state.
    var inner: UInt32 = 0
    /// Whether the post code is in the query.
    var isConfirmed = false

    /// A settlement of which nothing is known, for rows that have another one, and for those that have none: more often than not it is elsewhere.
    private static let (otherCity, unknownCity) = (0.58, 0.78)

    /// How much words leave that are not alike at all.
    static let unlike = 0.55

    init(context: ContextMatch, used: UInt32) {
        (self.context, self.used) = (context, used)
    }

    /// Whether the feature's settlement is known.
    var isPlaced: Bool { context.hasCity || cities != 0 }

    /// The factor of a part behind the street, where settlements stand, of which nothing is known; nil if its settlement or its post code is in
    /// the query.
    var ofUnknownCity: Double? { isConfirmed || cities != 0 ? nil : context.hasCity ? Self.otherCity : Self.unknownCity }

    /// Takes the words that the feature's context has.
    ///
    /// - Parameters:
    ///   - naming: Those that may name a settlement of several words alone: the "N" of "12 N Main St" is not North Mankato.
    ///   - directions: Those that name neither a region nor a settlement of several words alone: nor is it North Carolina, and New York not
    ///     New Jersey.
    ///   - beginnings: Those that name no country alone: Great Yarmouth is not Yarmouth in Great Britain.
    ///   - state: Those that name a state, and not the city that is called so.
    mutating func takeContext(naming: UInt32, directions: UInt32, beginnings: UInt32, state: UInt32) {
        for entry in context.entries {
            switch entry.field {
            case .city where entry.tokens & state != 0, .near where entry.tokens & state != 0: break
            case .city where context.cityLength > 1 && (entry.tokens & naming == 0 || entry.tokens & ~directions == 0): break
            case .region where entry.tokens & ~directions == 0, .country where entry.tokens & ~beginnings == 0: break
            // Near New York is no New Paltz.
            case .near where entry.tokens & ~directions == 0: break
            default: take(entry)
            }
        }
        // The "North" of North Fork is beside the "Fork".
        var before: UInt32 = 0
        while used != before {
            before = used
            for entry in context.entries {
                let isBeside = entry.tokens & (cities << 1 | cities >> 1) != 0
                let isBesideNear = entry.tokens & (near << 1 | near >> 1) != 0
                switch entry.field {
                case .city where isBeside && entry.tokens & state == 0, .near where isBesideNear && entry.tokens & state == 0:
                    take(entry)
                case .region where isRegionNamed, .country where isRegionNamed: take(entry)
                default: break
                }
            }
        }
    }

    /// A settlement of which there is half, with another word beside it, is another one: "Fort Worth" is not Fort Collins.
    mutating func tellOtherCity(_ query: AddressQuery, _ states: NamedStates) {
        guard cities != 0, cities.nonzeroBitCount < context.cityLength else { return }
        var others = (cities << 1 | cities >> 1) & query.masks.names & ~(used | query.masks.numbers | states.words)
        // York before East York.
        if others == 0 {
            factor *= 0.98
            return
        }
        guard cities.nonzeroBitCount * 2 <= context.cityLength else { return }
        while others != 0 {
            let token = others.trailingZeroBitCount
            others &= others - 1
            guard query.words[token].plain.utf8.count > 3, query.masks.parts[query.words[token].part] & cities != 0 else {
                continue
            }
            factor *= 0.7
            return
        }
    }

    /// Takes the words of a state that is another one, and prefers the city to a state of its name.
    mutating func takeState(_ states: NamedStates, isAddress: Bool) {
        guard let meant = states.meant else { return }
        if context.elsewhere != 0, context.elsewhere & used == 0 {
            used |= context.elsewhere
            factor *= 0.5
        } else if context.elsewhere & cities != 0, states.isBehindOther {
            // "12 Ohio St, Fox Iland, Washington" is in the state, however the settlement is spelt.
            factor *= 0.7
        } else if isAddress, context.elsewhere == 0, states.isSettlement, cities == 0, isRegionNamed, meant.tokens & ~used == 0 {
            factor *= 0.98
        }
    }

    private mutating func take(_ entry: ContextMatch.Entry) {
        guard entry.tokens & used == 0 else { return }
        used |= entry.tokens
        if entry.field == .city { cities |= entry.tokens }
        if entry.field == .near { near |= entry.tokens }
        if entry.field == .region || entry.field == .country { isRegionNamed = true }
        factor *= Self.unlike + (1 - Self.unlike) * entry.similarity
    }
}
