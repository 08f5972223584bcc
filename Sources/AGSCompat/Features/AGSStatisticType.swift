import CairnGeo

/// What is made of the values of a field.
public enum AGSStatisticType: Int, Sendable {
    /// The mean.
    case average = 0
    /// How many there are.
    case count = 1
    /// The greatest.
    case maximum = 2
    /// The least.
    case minimum = 3
    /// The deviation of a sample.
    case standardDeviation = 4
    /// The sum.
    case sum = 5
    /// The variance of a sample.
    case variance = 6

    var value: Statistic.Kind {
        switch self {
        case .average: .avg
        case .count: .count
        case .maximum: .max
        case .minimum: .min
        case .standardDeviation: .stddev
        case .sum: .sum
        case .variance: .var
        }
    }
}
