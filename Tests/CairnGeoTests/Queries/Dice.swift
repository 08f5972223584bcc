/// Chance that is the same for the same seed, so that what it finds can be found again.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) {
        state = UInt64(bitPattern: Int64(seed)) &* 0xda94_2042_e4dd_58b5 | 1
        for _ in 0..<4 { _ = next() }
    }

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_f491_4f6c_dd1d
    }

    mutating func roll(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func isHit(_ share: Int, of whole: Int) -> Bool { roll(0..<whole) < share }
    mutating func pick<T>(_ choices: [T]) -> T { choices[roll(0..<choices.count)] }
}
