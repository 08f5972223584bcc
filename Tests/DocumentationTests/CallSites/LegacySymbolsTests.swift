#if !CAIRN_APP_CONTAINER
    import Foundation
    import Testing

    /// Whether AGSCompat declares what real code uses: each declaration of a table of them is used in a function of its own, and compiled until
    /// code is made, in both language modes. The tables are not a part of the package: without them there is nothing to be tested.
    @Suite(.timeLimit(.minutes(10)))
    struct LegacySymbolsTests {
        private static let folder = Documents.root.deletingLastPathComponent().appending(path: "shared/reference")
        static let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "arcgis-runtime-symbols.tsv").path)

        private func rows(_ name: String) throws -> [Substring] {
            try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8).split(separator: "\n").dropFirst().map {
                $0
            }
        }

        private var symbols: [LegacySymbol] {
            get throws {
                let all = try rows("arcgis-runtime-symbols.tsv").compactMap(LegacySymbol.init)
                let functions = Set(all.filter { $0.kind == "function" }.map(\.type))
                return all.filter { $0.kind != "type" || !functions.contains($0.type) }
            }
        }

        /// The parameter lists of methods, by type, name and labels.
        private var signatures: [String: [String]] {
            get throws {
                var found: [String: [String]] = [:]
                for row in try rows("arcgis-runtime-signatures.tsv") {
                    let cells = row.split(separator: "\t")
                    guard let call = cells[1].firstMatch(of: /func (\w+)\((.*)\) -> AGSCancelable/) else { continue }
                    let labels = call.2.matches(of: #/(?:^|, )(\w+)( \w+)?: /#).map { "\($0.1):" }.joined()
                    found["\(cells[0]) \(call.1)(\(labels))", default: []].append(String(call.2))
                }
                return found
            }
        }

        /// What does not compile. Errors of types hide those of later passes: what is wrong is left out, and the rest compiled again.
        private func missing(among symbols: [LegacySymbol], mode: String) async throws -> [(symbol: LegacySymbol, error: String)]
        {
            let signatures = try signatures
            var left = Array(symbols.enumerated())
            var missing: [(symbol: LegacySymbol, error: String)] = []
            while true {
                let lines = ["import AGSCompat", "import Foundation"] + left.map { $1.source($0, signatures) }
                let log = try await Compiler().errors(in: ["Symbols.swift": lines.joined(separator: "\n")], mode: mode)
                let errors = log.matches(of: /Symbols\.swift:(\d+):\d+: error: (.*)/).compactMap { error in
                    Int(error.1).map { ($0 - 3, String(error.2)) }
                }
                if log.isEmpty { return missing }
                let wrong = Dictionary(errors) { first, _ in first }.filter { left.indices.contains($0.key) }
                try #require(!wrong.isEmpty, "\(log)")
                missing += wrong.sorted { $0.key < $1.key }.map { (left[$0.key].element, $0.value) }
                left = left.indices.filter { wrong[$0] == nil }.map { left[$0] }
            }
        }

        @Test(.enabled(if: isThere, "The tables of what is used are not there."), arguments: ["5", "6"])
        func `what real code uses is declared, and compiles`(mode: String) async throws {
            let symbols = try symbols
            #expect(symbols.count > 1000)
            let missing = try await missing(among: symbols, mode: mode)
            let often = missing.filter { $0.symbol.fileCount >= 3 }
            #expect(often.isEmpty, "\(often.map { "\($0.symbol): \($0.error)" }.joined(separator: "\n"))")
            let own = missing.filter { $0.symbol.domain != "un" }
            let uses = symbols.filter { $0.domain != "un" }.reduce(0) { $0 + $1.fileCount }
            let lost = own.reduce(0) { $0 + $1.symbol.fileCount }
            let list = own.map { "\($0.symbol): \($0.error)" }.joined(separator: "\n")
            #expect(lost * 20 <= uses, "\(lost) of \(uses) uses are of what is missing:\n\(list)")
        }

        @Test func `what is missing is found`() async throws {
            let row: Substring = "AGSPoint\tnone\tproperty\t3\tgeometry\t"
            let symbol = try #require(LegacySymbol(row: row))
            let lines = "import AGSCompat\n" + symbol.source(0, [:])
            #expect(try await Compiler().errors(in: ["Symbols.swift": lines], mode: "5").contains("Symbols.swift:2:"))
        }
    }
#endif
