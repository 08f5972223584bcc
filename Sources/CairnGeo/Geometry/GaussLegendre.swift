/// Integrals of smooth functions, by the values at 24 places.
enum GaussLegendre {
    /// The positive half of the places within -1...1, and their weights; NIST Digital Library of Mathematical Functions, §3.5(v).
    private static let places: [(x: Double, weight: Double)] = [
        (0.06405689286260563, 0.12793819534675202), (0.1911188674736163, 0.12583745634682825),
        (0.3150426796961634, 0.1216704729278033), (0.4337935076260451, 0.11550566805372552),
        (0.5454214713888396, 0.10744427011596556), (0.6480936519369755, 0.09761865210411393),
        (0.7401241915785544, 0.0861901615319532), (0.820001985973903, 0.07334648141108016),
        (0.8864155270044011, 0.05929858491543636), (0.9382745520027328, 0.04427743881741941),
        (0.9747285559713095, 0.02853138862893356), (0.9951872199970213, 0.01234122979998869),
    ]

    static func integral(from start: Double, to end: Double, _ value: (Double) -> Double) -> Double {
        let (middle, half) = ((start + end) / 2, (end - start) / 2)
        return half * places.reduce(0) { $0 + $1.weight * (value(middle - half * $1.x) + value(middle + half * $1.x)) }
    }
}
