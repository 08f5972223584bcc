#if os(Linux)
    extension FaultServer {
        /// What is wrong with a whole run: some seconds are given to a machine that has much to do.
        func complaints(_ transport: HastyTransport, seed: UInt64) -> [Complaint] {
            let longest = transport.longestRequest
            let late = longest < HastyTransport.time + .seconds(5) ? [] : ["a request took \(longest)"]
            return late.map { Complaint(kind: .late, seed: seed, what: $0, notes: []) }
                + strayed.map { Complaint(kind: .leak, seed: seed, what: "elsewhere came \($0)", notes: []) }
        }
    }
#endif
