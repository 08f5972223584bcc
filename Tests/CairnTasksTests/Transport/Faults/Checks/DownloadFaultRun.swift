#if os(Linux)
    import CairnCore
    import CairnTasks
    import CairnTesting
    import Foundation

    /// A download, begun again and again, from a server that spoils its answers.
    struct DownloadFaultRun {
        private let seed: UInt64
        private let site: FileSite
        private let server: FaultServer
        private let transport = HastyTransport(CurlTransport())
        private let folder: URL
        private var destination: URL { folder.appending(path: "tiles.bin") }
        /// Every other download knows how much must come.
        private var isSizeKnown: Bool { seed.isMultiple(of: 2) }

        init(seed: UInt64) throws {
            self.seed = seed
            site = FileSite(seed: seed)
            server = try FaultServer(seed: seed, .files, site)
            folder = FileManager.default.temporaryDirectory.appending(path: "cairn-faults-\(UUID())")
        }

        /// What is wrong with what came of it.
        func complaints() async throws -> [Complaint] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer {
                server.stop()
                try? FileManager.default.removeItem(at: folder)
            }
            let download = makeDownload()
            // What is wrong without looking so may have been kept by the runs before.
            var (complaints, isHidden) = ([Complaint](), false)
            for _ in 0..<5 {
                let outcome = await run(download, &isHidden)
                complaints += outcome.complaints(expecting: site.contents)
                if case .failure = outcome.result, FileManager.default.fileExists(atPath: destination.path) {
                    complaints.append(Complaint(kind: .wrong, seed: seed, what: "a file came of a failure", notes: outcome.notes))
                }
                if case .success = outcome.result { break }
            }
            return complaints + (isHidden ? [] : await recovery(download)) + server.complaints(transport, seed: seed)
        }

        private func makeDownload() -> Download {
            let url = server.server.url.appending(path: "tiles.bin")
            let size = isSizeKnown ? site.contents.count : nil
            return Download(
                url, to: destination, expectedSize: size, transport: transport, credential: server.credential(transport))
        }

        private func run(_ download: Download, _ isHidden: inout Bool) async -> FaultOutcome<Data> {
            let result: Result<Data, any Error>
            do {
                try await download.run()
                result = .success(try Data(contentsOf: destination))
            } catch {
                result = .failure(error)
            }
            let notes = server.script.takeNotes()
            let limit: FaultHiding = isSizeKnown ? .everything : .length
            isHidden = isHidden || notes.contains { $0.hides.rawValue >= limit.rawValue && !$0.path.hasSuffix("generateToken") }
            return FaultOutcome(
                seed: seed, operation: "download", result: result, notes: notes, secrets: site.secrets, isHidden: isHidden)
        }

        /// Whatever has been kept, it goes on well once the server does.
        private func recovery(_ download: Download) async -> [Complaint] {
            server.beHonest()
            transport.bePatient()
            var isHidden = false
            return [await run(download, &isHidden).complaintOfNoRecovery(expecting: site.contents)].compactMap(\.self)
        }
    }
#endif
