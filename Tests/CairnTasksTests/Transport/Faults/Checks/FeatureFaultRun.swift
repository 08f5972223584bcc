#if os(Linux)
    import CairnCore
    import CairnGeo
    import CairnTasks
    import CairnTesting
    import Foundation
    import Synchronization

    /// Every operation of a table of a feature service, against a server that spoils its answers.
    struct FeatureFaultRun {
        private typealias Finding = FeatureOperation.Finding

        private let seed: UInt64
        private let site: FeatureSite
        private let server: FaultServer
        private let transport = HastyTransport(CurlTransport())
        private let credential: TokenCredential

        init(seed: UInt64) throws {
            self.seed = seed
            site = Self.site(seed)
            server = try FaultServer(seed: seed, .all, site)
            credential = server.credential(transport)
        }

        /// Services differ in what they offer.
        private static func site(_ seed: UInt64) -> FeatureSite {
            var abilities = FeatureSite.Abilities(maxRecordCount: 9)
            abilities.wantsToken = true
            abilities.offersPBF = seed.isMultiple(of: 2)
            abilities.hasPages = !seed.isMultiple(of: 3)
            abilities.hasExtent = !seed.isMultiple(of: 5)
            abilities.listsAttachmentsTogether = !seed.isMultiple(of: 7)
            let site = FeatureSite(FeatureSite.rows(20, seed: seed), abilities, seed: seed)
            let file = FeatureSite.Attachment(
                name: "Ring", type: "application/octet-stream", data: Data(repeating: 7, count: 900))
            site.state.withLock { state in
                state.attachments = [
                    1: [1: file], 4: [1: file], 5: Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, file) }),
                ]
                state.nextAttachmentID = 100
            }
            return site
        }

        /// What is wrong with what came of it.
        func complaints() async throws -> [Complaint] {
            defer { server.stop() }
            let right = try await rightFindings()
            beHonest(false)
            var (complaints, table) = await load(expecting: right)
            let geodatabase = makeGeodatabase()
            for operation in FeatureOperation.allCases.dropFirst() where !operation.isEdit {
                complaints += await ask(operation, table, geodatabase, 0).complaints(expecting: right[operation]!)
            }
            complaints += await edit(table)
            beHonest()
            table = makeTable()
            for operation in FeatureOperation.allCases where !operation.isEdit {
                complaints += await recovery(operation, table)
            }
            return complaints + server.complaints(transport, seed: seed)
        }

        /// That an operation goes well again once the server does. What it finds is another thing: edits have changed what there is.
        private func recovery(_ operation: FeatureOperation, _ table: ServiceFeatureTable) async -> [Complaint] {
            // There are more different values now than such a service gives at once.
            if [.distinct, .statistics].contains(operation), !site.abilities.hasPages { return [] }
            guard case .failure(let error) = await ask(operation, table, makeGeodatabase(), 0).result else { return [] }
            return [Complaint(kind: .wrong, seed: seed, what: "\(operation) does not recover: \(error)", notes: [])]
        }

        private func beHonest(_ isHonest: Bool = true) {
            server.beHonest(isHonest)
            transport.bePatient(isHonest)
        }

        private var url: URL { server.server.url.appending(path: "arcgis/rest/services/Places/FeatureServer") }

        private func makeTable() -> ServiceFeatureTable {
            ServiceFeatureTable(url: url.appending(path: "0"), transport: transport, credential: credential)
        }

        private func makeGeodatabase() -> ServiceGeodatabase {
            ServiceGeodatabase(url: url, transport: transport, credential: credential)
        }

        /// What an honest server gives: asked with another credential, so that nothing of that is left.
        private func rightFindings() async throws -> [FeatureOperation: FeatureOperation.Finding] {
            beHonest()
            let credential = server.credential(CurlTransport())
            let table = ServiceFeatureTable(url: url.appending(path: "0"), transport: CurlTransport(), credential: credential)
            let geodatabase = ServiceGeodatabase(url: url, transport: CurlTransport(), credential: credential)
            var findings: [FeatureOperation: FeatureOperation.Finding] = [:]
            for operation in FeatureOperation.allCases where !operation.isEdit {
                findings[operation] = try await operation.ask(table, geodatabase, number: 0)
            }
            site.office.forget()
            return findings
        }

        /// A table that has been loaded, rightly: in the end from a server that does nothing wrong.
        private func load(
            expecting right: [FeatureOperation: FeatureOperation.Finding]
        ) async -> (complaints: [Complaint], ServiceFeatureTable) {
            var (complaints, table) = ([Complaint](), makeTable())
            for _ in 0..<4 {
                let outcome = await ask(.load, table, makeGeodatabase(), 0)
                complaints += outcome.complaints(expecting: right[.load]!)
                if (try? outcome.result.get()) == right[.load] { return (complaints, table) }
                table = makeTable()
            }
            beHonest()
            complaints += [await ask(.load, table, makeGeodatabase(), 0).complaintOfNoRecovery(expecting: right[.load]!)]
                .compactMap(\.self)
            beHonest(false)
            return (complaints, table)
        }

        /// Each edit several times: what is said to be done is done, and nothing twice.
        private func edit(_ table: ServiceFeatureTable) async -> [Complaint] {
            var complaints: [Complaint] = []
            beHonest()
            let geodatabase = makeGeodatabase()
            do {
                try await geodatabase.load()
                try await geodatabase.table(withLayerID: 0).load()
            } catch {
                return [Complaint(kind: .wrong, seed: seed, what: "the service is not loaded: \(error)", notes: [])]
            }
            beHonest(false)
            for operation in FeatureOperation.allCases where operation.isEdit {
                for number in 1...3 {
                    let outcome = await ask(operation, table, geodatabase, number)
                    complaints += outcome.complaints(expecting: Finding.edits([true])).filter { complaint in
                        // That it was not done may be what is so.
                        guard complaint.kind == .wrong, case .success(.edits([false])) = outcome.result else { return true }
                        return !outcome.isHidden && !saysNothingDone(outcome.notes) && isDone(operation, number)
                    }
                    complaints += untrue(outcome, operation, number)
                }
            }
            return complaints
        }

        /// What is said to be done, and is not; and what was done twice.
        private func untrue(_ outcome: FaultOutcome<FeatureOperation.Finding>, _ operation: FeatureOperation, _ number: Int)
            -> [Complaint]
        {
            var complaints: [Complaint] = []
            if case .success(.edits([true])) = outcome.result, !isDone(operation, number), !outcome.isHidden {
                complaints.append(
                    Complaint(kind: .wrong, seed: seed, what: "\(operation) \(number) is not done", notes: outcome.notes))
            }
            let times = timesDone(operation, number)
            if times > 1, !saysNothingDone(outcome.notes) {
                let what = "\(operation) \(number) was done \(times) times"
                complaints.append(Complaint(kind: .wrong, seed: seed, what: what, notes: outcome.notes))
            }
            return complaints
        }

        /// Whether the server has said that it had done nothing, though it had: that it does not know the token, or that the service is elsewhere.
        private func saysNothingDone(_ notes: [FaultScript.Note]) -> Bool {
            notes.contains { note in
                ["StatusFault", "SpeechFault", "RedirectionFault"].contains { note.fault.hasPrefix($0) }
                    || note.hides == .everything
            }
        }

        private func timesDone(_ operation: FeatureOperation, _ number: Int) -> Int {
            let name = "\(operation.rawValue)-\(number)"
            return site.state.withLock { state in
                state.carriedOut.filter { $0.key.contains(name) }.values.max() ?? 0
            }
        }

        private func isDone(_ operation: FeatureOperation, _ number: Int) -> Bool {
            let name = "\(operation.rawValue)-\(number)"
            return site.state.withLock { state in
                switch operation {
                case .attach: state.attachments[3]?.values.contains { $0.name == name } ?? false
                case .replace: state.attachments[4]?[1]?.name == name
                case .detach: state.attachments[5]?[number] == nil
                default: state.rows.values.contains { $0.attributes["NAME"]?.string == name }
                }
            }
        }

        private func ask(
            _ operation: FeatureOperation, _ table: ServiceFeatureTable, _ geodatabase: ServiceGeodatabase, _ number: Int
        ) async -> FaultOutcome<FeatureOperation.Finding> {
            let result: Result<FeatureOperation.Finding, any Error>
            do { result = .success(try await operation.ask(table, geodatabase, number: number)) } catch {
                result = .failure(error)
            }
            let notes = server.script.takeNotes()
            // Who fetches a file knows nothing of what must be in it.
            let limit: FaultHiding = operation == .fetch ? .length : .everything
            let isHidden = notes.contains { $0.hides.rawValue >= limit.rawValue && !$0.path.hasSuffix("generateToken") }
            return FaultOutcome(
                seed: seed, operation: operation.rawValue, result: result, notes: notes, secrets: server.site.secrets,
                isHidden: isHidden)
        }
    }
#endif
