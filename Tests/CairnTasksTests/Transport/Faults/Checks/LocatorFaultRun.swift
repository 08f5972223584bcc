#if os(Linux)
    import CairnCore
    import CairnTasks
    import CairnTesting
    import Foundation

    /// Every operation of a locator, against a server that spoils its answers.
    struct LocatorFaultRun {
        private let seed: UInt64
        private let office: TokenOffice
        private let server: FaultServer
        private let transport = HastyTransport(CurlTransport())
        private let credential: TokenCredential

        init(seed: UInt64) throws {
            self.seed = seed
            let site = GeocodeSite(seed: seed)
            office = site.office
            server = try FaultServer(seed: seed, .all, site)
            credential = server.credential(transport)
        }

        /// What is wrong with what came of it.
        func complaints() async throws -> [Complaint] {
            defer { server.stop() }
            let right = try await rightFindings()
            beHonest(false)
            var (complaints, locator) = await load(expecting: right)
            for operation in LocatorOperation.allCases.dropFirst() {
                complaints += await ask(operation, locator).complaints(expecting: right[operation]!)
            }
            beHonest()
            locator = makeLocator()
            for operation in LocatorOperation.allCases {
                complaints += [await ask(operation, locator).complaintOfNoRecovery(expecting: right[operation]!)].compactMap(
                    \.self)
            }
            return complaints + server.complaints(transport, seed: seed)
        }

        private func beHonest(_ isHonest: Bool = true) {
            server.beHonest(isHonest)
            transport.bePatient(isHonest)
        }

        private func makeLocator() -> LocatorTask {
            let url = server.server.url.appending(path: "arcgis/rest/services/World/GeocodeServer")
            return LocatorTask(url: url, transport: transport, credential: credential)
        }

        /// What an honest server gives: asked with another credential, so that nothing of that is left.
        private func rightFindings() async throws -> [LocatorOperation: LocatorOperation.Finding] {
            beHonest()
            let url = server.server.url.appending(path: "arcgis/rest/services/World/GeocodeServer")
            let locator = LocatorTask(url: url, transport: CurlTransport(), credential: server.credential(CurlTransport()))
            var findings: [LocatorOperation: LocatorOperation.Finding] = [:]
            for operation in LocatorOperation.allCases { findings[operation] = try await operation.ask(locator) }
            office.forget()
            return findings
        }

        /// A locator that has been loaded, rightly: in the end from a server that does nothing wrong.
        private func load(
            expecting right: [LocatorOperation: LocatorOperation.Finding]
        ) async -> (complaints: [Complaint], LocatorTask) {
            var (complaints, locator) = ([Complaint](), makeLocator())
            for _ in 0..<4 {
                let outcome = await ask(.load, locator)
                complaints += outcome.complaints(expecting: right[.load]!)
                if (try? outcome.result.get()) == right[.load] { return (complaints, locator) }
                locator = makeLocator()
            }
            beHonest()
            complaints += [await ask(.load, locator).complaintOfNoRecovery(expecting: right[.load]!)].compactMap(\.self)
            beHonest(false)
            return (complaints, locator)
        }

        private func ask(_ operation: LocatorOperation, _ locator: LocatorTask) async -> FaultOutcome<LocatorOperation.Finding> {
            let result: Result<LocatorOperation.Finding, any Error>
            do { result = .success(try await operation.ask(locator)) } catch { result = .failure(error) }
            let notes = server.script.takeNotes()
            // A token that is wrong is refused by the service.
            let isHidden = notes.contains { $0.hides == .everything && !$0.path.hasSuffix("generateToken") }
            return FaultOutcome(
                seed: seed, operation: operation.rawValue, result: result, notes: notes, secrets: server.site.secrets,
                isHidden: isHidden)
        }
    }
#endif
