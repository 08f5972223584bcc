import CairnTesting

/// The faults of which a server chooses by chance: kinds first, so that none is rare for being small.
struct FaultMenu: Sendable {
    private let kinds: [[any Fault]]

    static let all = FaultMenu(
        kinds: [
            ConnectionFault.allCases, HeadFault.allCases, LengthFault.allCases, ChunkFault.allCases, CompressionFault.allCases,
            ContentFault.allCases, StatusFault.allCases, RedirectionFault.allCases, SpeechFault.allCases,
        ])

    /// Files come in parts, too.
    static let files = FaultMenu(kinds: all.kinds + [PartFault.allCases, PartFault.allCases])

    private init(kinds: [[any Fault]]) {
        self.kinds = kinds
    }

    func pick(_ random: inout SeededGenerator) -> any Fault {
        let kind = kinds[Int.random(in: kinds.indices, using: &random)]
        return kind[Int.random(in: kind.indices, using: &random)]
    }
}
