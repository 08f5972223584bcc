import CairnGeo
import CairnTasks
import Testing

@testable import CairnOffline

/// Places of one name: in several states, in states that are called as countries are, and by other names than their own.
@Suite(.timeLimit(.minutes(10)))
struct PlacesOfOneNameTests {
    private static let shared = Result {
        try BuiltLocator(
            """
            name,alternate_names,admin1,country,population,lon,lat
            Kansas City,,Missouri,US,475378,-94.579,39.1
            Columbus,Franklin|Columbus i Ohio,Ohio,US,850106,-82.999,39.961
            "Washington, D.C.",Washington|Washington DC,"Washington, D.C.",US,601723,-77.036,38.895
            San Antonio,,Texas,US,1469845,-98.494,29.424
            Salem,,Tamil Nadu,IN,778396,78.155,11.654
            Richmond,,British Columbia,CA,182000,-123.133,49.17
            Köln,Cologne|Keulen,North Rhine-Westphalia,DE,963395,6.95,50.933
            Rome,Roma,Latium,IT,2318895,12.511,41.892
            Berlin,,Berlin,DE,3426354,13.41,52.524
            Milan,Milano,Lombardy,IT,1236837,9.19,45.464
            Winston-Salem,Winston|INT,North Carolina,US,241218,-80.244,36.1
            Uberaba,UBA,Minas Gerais,BR,260843,-47.932,-19.748

            """,
            """
            name,admin1,admin2,country,lon,lat
            Kansas City,Missouri,Jackson County,US,-94.5786,39.0997
            Kansas City,Kansas,Wyandotte County,US,-94.6275,39.1142
            Salem,Indiana,Washington County,US,-86.101,38.606
            Salem,Tamil Nadu,Salem,IN,78.158,11.651
            Richmond,California,Contra Costa County,US,-122.348,37.936
            Trinidad,Colorado,Las Animas County,US,-104.5,37.169
            Trinidad,Casanare,,CO,-71.662,5.412
            Franklin,Ohio,Warren County,US,-84.304,39.559
            Columbus,Ohio,Franklin County,US,-82.999,39.961
            Washington,England,Sunderland,GB,-1.517,54.9
            Washington,Iowa,Washington County,US,-91.693,41.299
            Washington,Missouri,Franklin County,US,-91.012,38.558
            San Antonio,Florida,Pasco County,US,-82.274,28.336
            San Antonio Texas,Guanajuato,Silao,MX,-101.49,20.986
            Orange,Virginia,Orange County,US,-78.111,38.245
            Virginia,Orange Free State,Lejweleputswa,ZA,26.866,-28.104
            Arlington,Virginia,Arlington County,US,-77.104,38.881
            Arlington,Washington,Snohomish County,US,-122.125,48.199
            Dade City,Florida,Pasco County,US,-82.196,28.365
            Florida City,Florida,Miami-Dade County,US,-80.479,25.448
            Cologne,Lombardy,Brescia,IT,9.94,45.58
            Cologne,Minnesota,Carver County,US,-93.78,44.77
            Roma,Queensland,Maranoa,AU,148.79,-26.57
            Bergen,Lower Saxony,,DE,9.964,52.808
            Bergen,Saxony,,DE,12.274,50.471
            Olesno,Lower Silesian Voivodeship,,PL,16.9,51.2
            Olesno,Silesian Voivodeship,,PL,18.42,50.87
            Newport,Wales,Newport,GB,-2.998,51.588
            Newport,England,Isle of Wight,GB,-1.3,50.7
            Campbelltown,New South Wales,Campbelltown,AU,150.815,-34.067
            Campbelltown,South Australia,,AU,138.66,-34.88
            Newcastle,Northern Ireland,Down,GB,-5.889,54.218
            Newcastle,Leinster,South Dublin,IE,-6.5,53.301
            Yarmouth,England,Isle of Wight,GB,-1.499,50.705
            Great Yarmouth,England,Norfolk,GB,1.731,52.608
            Bath,England,Somerset,GB,-2.362,51.379
            Bath,New York,Steuben County,US,-77.318,42.337
            Parma,Emilia-Romagna,Provincia di Parma,IT,10.33,44.8
            Parma,Idaho,Canyon County,US,-116.943,43.785
            Santa Rosa,Bolivar,,CO,-75.369,10.446
            Santa Rosa,California,Sonoma County,US,-122.714,38.441
            Fargo,North Dakota,Cass County,US,-96.79,46.877
            Sioux Falls,South Dakota,Minnehaha County,US,-96.73,43.55
            Dover,Florida,Hillsborough County,US,-82.22,27.994
            Dover,Delaware,Kent County,US,-75.524,39.158
            Clinton,Mississippi,Hinds County,US,-90.322,32.342
            Clinton,Iowa,Clinton County,US,-90.189,41.845
            Prattville,Alabama,Autauga County,US,-86.46,32.464
            Al,Buskerud,,NO,8.56,60.629
            Modalen,Hordaland,Mo,NO,5.8,60.82
            Mo,Hordaland,,NO,5.81,60.83
            Park Forest,Illinois,Cook County,US,-87.674,41.491
            Forest Park,Illinois,Cook County,US,-87.813,41.88
            Kasempa,North-Western,,ZM,25.834,-13.458
            Perth,Western Australia,,AU,115.86,-31.95
            Wa,Upper West,,GH,-2.5,10.06
            Tequesta,Florida,Palm Beach County,US,-80.13,26.97
            Vaduz,,,LI,9.521,47.141
            Winston,Florida,Polk County,US,-82.01,28.03
            Uba,Minas Gerais,,BR,-42.943,-21.12

            """)
    }
    private let locator: BuiltLocator

    init() throws { locator = try Self.shared.get() }

    private func found(_ text: String) async throws -> [GeocodeResult] {
        var parameters = GeocodeParameters()
        parameters.resultAttributeNames = ["*"]
        return try await locator.task.geocode(forSearchText: text, using: parameters)
    }

    private func expect(_ text: String, _ place: String, least: Double = 100) async throws {
        let first = try #require(try await found(text).first)
        #expect(first.score >= least && first.label.hasPrefix(place), "\(first.label) \(first.score)")
    }

    @Test(arguments: [
        ("Kansas City, MO", "Kansas City, Jackson County, Missouri"),
        ("Kansas City, Missouri", "Kansas City, Jackson County, Missouri"),
        ("Kansas City, Kansas", "Kansas City, Wyandotte County, Kansas"),
        ("Kansas City, KS", "Kansas City, Wyandotte County, Kansas"),
    ])
    func `places of one name in two states are two`(text: String, place: String) async throws {
        try await expect(text, place)
        let suggested = try await locator.task.suggest(forSearchText: "Kansas City, M").map(\.label)
        #expect(suggested.contains { $0.contains("Missouri") }, "\(suggested)")
    }

    @Test func `a settlement that only addresses name is one beside its namesake in the next state`() async throws {
        let locator = try BuiltLocator(
            "number,street,city,state,country,lon,lat\n8,Elm St,Kansas City,KS,US,-94.63,39.11\n",
            "name,admin1,country,population,lon,lat\nKansas City,Missouri,US,475378,-94.58,39.1\n")
        let found = try await locator.task.geocode(forSearchText: "Kansas City, Kansas")
        #expect(found.map(\.label) == ["Kansas City, KS, US"])
        #expect(found.first?.score == 100)
    }

    @Test(arguments: [
        ("Salem, IN", "Salem, Washington County, Indiana"), ("Salem, Ind.", "Salem, Washington County, Indiana"),
        ("Salem IN", "Salem, Washington County, Indiana"), ("Richmond, CA", "Richmond, Contra Costa County, California"),
        ("Trinidad, CO", "Trinidad, Las Animas County, Colorado"), ("Berlin, DE", "Berlin"), ("Vaduz, LI", "Vaduz"),
        ("trinidad co", "Trinidad, Las Animas County, Colorado"), ("Salem, Tamil Nadu, IN", "Salem, Tamil Nadu"),
        ("Cologne, MN", "Cologne, Carver County, Minnesota"),
    ])
    func `a code is that of the state in which there is such a place`(text: String, place: String) async throws {
        try await expect(text, place)
    }

    @Test func `what lies in the country of the code follows`() async throws {
        let found = try await found("Salem, IN")
        #expect(found.map(\.score) == [100, 85], "\(found.map(\.label)) \(found.map(\.score))")
    }

    @Test(arguments: [
        ("san antonio texas", "San Antonio, Texas"), ("Orange, Virginia", "Orange, Orange County, Virginia"),
        ("arlington washington", "Arlington, Snohomish County, Washington"),
        ("Arlington, Virginia", "Arlington, Arlington County, Virginia"),
        ("dade city florida", "Dade City, Pasco County, Florida"), ("Park Forest, Illinois", "Park Forest"),
        ("Forest Park, Illinois", "Forest Park"),
    ])
    func `a state is no part of the name in front of it`(text: String, place: String) async throws {
        try await expect(text, place)
        #expect(try await found(text).dropFirst().allSatisfy { $0.score < 100 })
    }

    @Test(arguments: [
        ("Franklin, OH", "Franklin, Warren County"), ("Franklin, Ohio", "Franklin, Warren County"),
        ("Washington", "Washington, D.C."), ("Washington, USA", "Washington, D.C."), ("Washington, DC", "Washington, D.C."),
        ("Washington, IA", "Washington, Washington County, Iowa"), ("Cologne", "Köln"), ("Roma", "Rome"), ("Milano", "Milan"),
        ("Keulen", "Köln"), ("Winston", "Winston-Salem"), ("Winston, USA", "Winston, Polk County"),
        ("Uba", "Uba, Minas Gerais"), ("Roma, Australia", "Roma"),
    ])
    func `its own name comes before another one`(text: String, place: String) async throws {
        try await expect(text, place)
    }

    @Test(arguments: [
        ("Bergen, Saxony", "Bergen, Saxony"), ("Bergen, Lower Saxony", "Bergen, Lower Saxony"),
        ("Olesno, Silesian Voivodeship", "Olesno, Silesian"), ("Newport, England, GB", "Newport, Isle of Wight"),
        ("Newport, England", "Newport, Isle of Wight"), ("Newport, Wales", "Newport, Wales"),
        ("Campbelltown, South Australia", "Campbelltown, South Australia"),
        ("Campbelltown, New South Wales", "Campbelltown, New South Wales"), ("Newcastle, Ireland", "Newcastle, South Dublin"),
        ("Newcastle, Northern Ireland", "Newcastle, Down"), ("Great Yarmouth", "Great Yarmouth"),
        ("Yarmouth, Great Britain", "Yarmouth, Isle of Wight"), ("Kasempa, North-Western", "Kasempa"),
    ])
    func `a part of a region's or a country's name is less than all of it`(text: String, place: String) async throws {
        try await expect(text, place)
        #expect(try await found(text).dropFirst().allSatisfy { $0.score < 100 })
    }

    @Test(arguments: [
        ("Bath, N. Y.", "Bath, Steuben County, New York"), ("Parma, Ida.", "Parma, Canyon County, Idaho"),
        ("Santa Rosa Cal.", "Santa Rosa, Sonoma County, California"), ("Sioux Falls, So. Dak.", "Sioux Falls"),
        ("Fargo, No. Dak.", "Fargo"),
    ])
    func `a state is known by its old abbreviations`(text: String, place: String) async throws {
        try await expect(text, place)
    }

    @Test(arguments: [
        ("1762 Adrian Dr, Prattville, AL 36067", "Prattville"),
        ("777 Pennsylvania Ave, Washington, MO", "Washington, Franklin County, Missouri"),
        ("3342 FL 9, Tequesta, FL", "Tequesta"), ("Dover FL 3677 14th St", "Dover, Hillsborough County, Florida"),
        ("Clinton MS 2192 Lincoln St", "Clinton, Hinds County, Mississippi"),
    ])
    func `of an address that is not known the settlement is in its state`(text: String, place: String) async throws {
        try await expect(text, place, least: 40)
        #expect(try await found(text).allSatisfy { $0.score < 60 })
    }
}
