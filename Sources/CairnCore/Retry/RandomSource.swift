/// Where jitter comes from: a function that returns a number in 0..<1.
public typealias RandomSource = @Sendable () -> Double

/// The system's random numbers.
public let systemRandomSource: RandomSource = { Double.random(in: 0..<1) }
