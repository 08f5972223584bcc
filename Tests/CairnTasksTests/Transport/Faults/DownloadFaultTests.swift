#if os(Linux)
    import Testing

    /// Downloads from servers that get everything wrong that can be: from a seed, by chance.
    @Suite(.timeLimit(.minutes(30)), .serialized)
    struct DownloadFaultTests {
        private static let seeds = FaultSeeds.batches(60, long: 1000)

        @Test(arguments: seeds)
        func `whatever a server does a file is right or refused, in time and in bounds`(_ seeds: ClosedRange<UInt64>) async {
            await #expect(processExitsWith: .success) { [seeds] in
                try await FaultSeeds.verify(seeds, [.wrong, .strange, .late]) {
                    try await DownloadFaultRun(seed: $0).complaints()
                }
            }
        }

        /// Must hold: neither a token that was ever sent nor the password, as it is or percent-encoded, stands in any error or result, whichever
        /// operation the server says it in; nor does a control character.
        @Test(arguments: seeds)
        func `no secret comes out of an answer to a download, and no control character out of an error`(
            _ seeds: ClosedRange<UInt64>
        ) async {
            await #expect(processExitsWith: .success) { [seeds] in
                try await FaultSeeds.verify(seeds, [.leak]) { try await DownloadFaultRun(seed: $0).complaints() }
            }
        }
    }
#endif
