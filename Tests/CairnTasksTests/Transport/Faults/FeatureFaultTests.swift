#if os(Linux)
    import Testing

    /// Every operation of feature services against servers that get everything wrong that can be: from a seed, by chance.
    @Suite(.timeLimit(.minutes(30)), .serialized)
    struct FeatureFaultTests {
        private static let seeds = FaultSeeds.batches(10, long: 300)

        /// Must hold: an answer is right or refused, and no edit is carried out twice.
        @Test(arguments: seeds)
        func `whatever a server does features are right or refused, in time and in bounds`(_ seeds: ClosedRange<UInt64>) async {
            await #expect(processExitsWith: .success) { [seeds] in
                try await FaultSeeds.verify(seeds, [.wrong, .strange, .late], atOnce: 2) {
                    try await FeatureFaultRun(seed: $0).complaints()
                }
            }
        }

        /// Must hold: neither a token that was ever sent nor the password, as it is or percent-encoded, stands in any error or result, whichever
        /// operation the server says it in; nor does a control character.
        @Test(arguments: seeds)
        func `no secret comes out of an answer to a table, and no control character out of an error`(
            _ seeds: ClosedRange<UInt64>
        ) async {
            await #expect(processExitsWith: .success) { [seeds] in
                try await FaultSeeds.verify(seeds, [.leak], atOnce: 2) { try await FeatureFaultRun(seed: $0).complaints() }
            }
        }
    }
#endif
