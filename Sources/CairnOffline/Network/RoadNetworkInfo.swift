import CairnTasks

/// What a road network in a file can, as services tell it of theirs.
enum RoadNetworkInfo {
    /// The names of the costs.
    enum Cost {
        static let travelTime = "TravelTime"
        static let walkTime = "WalkTime"
        static let kilometers = "Kilometers"
        static let miles = "Miles"
    }

    static func info(of image: NetworkImage) -> RouteTaskInfo {
        var info = RouteTaskInfo()
        info.networkName = image.name
        info.travelModes = image.kinds.map(mode)
        info.defaultTravelModeName = info.travelModes.first?.name ?? ""
        let costs = [
            CostAttribute(name: Cost.travelTime, unit: .minutes), CostAttribute(name: Cost.walkTime, unit: .minutes),
            CostAttribute(name: Cost.kilometers, unit: .kilometers), CostAttribute(name: Cost.miles, unit: .miles),
        ]
        info.costAttributes = Dictionary(uniqueKeysWithValues: costs.map { ($0.name, $0) })
        info.supportedLanguages = DirectionsLanguages.all.map(\.code)
        info.maxLocatingDistance = MatchedStop.reach
        info.defaults.travelMode = info.defaultTravelMode
        info.defaults.directionsLanguage = "en"
        return info
    }

    static func mode(_ kind: TravelKind) -> TravelMode {
        var mode = TravelMode()
        (mode.id, mode.name) = (kind.word, kind.name)
        mode.kind = kind.isDriving ? .automobile : .walk
        mode.timeAttributeName = kind.isDriving ? Cost.travelTime : Cost.walkTime
        mode.distanceAttributeName = Cost.kilometers
        mode.impedanceAttributeName = kind == .drivingDistance ? Cost.kilometers : mode.timeAttributeName
        mode.uTurnPolicy = .allowedEverywhere
        mode.usesHierarchy = true
        mode.modeDescription = description(kind)
        return mode
    }

    private static func description(_ kind: TravelKind) -> String {
        switch kind {
        case .drivingTime: "The quickest way by car, at the speeds that are signed or usual, with turns as they are allowed."
        case .drivingDistance: "The shortest way by car, with turns as they are allowed."
        case .walkingTime: "The quickest way on foot, at 5 km/h."
        }
    }
}
