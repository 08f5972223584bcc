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

    /// What may be told beside each other.
    static func costNames(_ kind: TravelKind) -> [String] { [kind.timeName, Cost.kilometers, Cost.miles] }

    /// What a way costs, in the units of the costs.
    static func costs(_ kind: TravelKind, seconds: Double, metres: Double) -> [String: Double] {
        [kind.timeName: seconds / 60, Cost.kilometers: metres / 1000, Cost.miles: metres / 1609.344]
    }

    static func network(_ image: NetworkImage) -> NetworkInfo {
        var info = NetworkInfo()
        info.networkName = image.name
        info.travelModes = image.kinds.map(mode)
        info.defaultTravelModeName = info.travelModes.first?.name ?? ""
        info.impedanceAttributeName = info.travelModes.first?.impedanceAttributeName ?? ""
        let costs = [
            CostAttribute(name: Cost.travelTime, unit: .minutes), CostAttribute(name: Cost.walkTime, unit: .minutes),
            CostAttribute(name: Cost.kilometers, unit: .kilometers), CostAttribute(name: Cost.miles, unit: .miles),
        ]
        info.costAttributes = Dictionary(uniqueKeysWithValues: costs.map { ($0.name, $0) })
        info.maxLocatingDistance = MatchedStop.reach
        return info
    }

    static func routes(on image: NetworkImage) -> RouteTaskInfo {
        var info = RouteTaskInfo()
        info.network = network(image)
        info.supportedLanguages = DirectionsLanguages.all.map(\.code)
        info.defaults.travelMode = info.defaultTravelMode
        info.defaults.directionsLanguage = "en"
        return info
    }

    static func closestFacilities(on image: NetworkImage) -> ClosestFacilityTaskInfo {
        var info = ClosestFacilityTaskInfo()
        info.network = network(image)
        info.supportedLanguages = DirectionsLanguages.all.map(\.code)
        info.defaults.travelMode = info.defaultTravelMode
        info.defaults.directionsLanguage = "en"
        return info
    }

    static func serviceAreas(on image: NetworkImage) -> ServiceAreaTaskInfo {
        var info = ServiceAreaTaskInfo()
        info.network = network(image)
        info.defaults.travelMode = info.defaultTravelMode
        info.defaults.defaultImpedanceCutoffs = [5, 10, 15]
        return info
    }

    static func costMatrices(on image: NetworkImage) -> CostMatrixTaskInfo {
        var info = CostMatrixTaskInfo()
        info.network = network(image)
        info.defaults.travelMode = info.defaultTravelMode
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
