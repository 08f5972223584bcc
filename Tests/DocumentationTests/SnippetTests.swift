#if !CAIRN_APP_CONTAINER
    import Foundation
    import Testing

    /// Every Swift snippet is compiled as it is printed, by the compiler, against the modules as they have been built, in Swift 6 mode.
    ///
    /// - A snippet of a document that begins with `import` is a program: it is compiled alone, byte for byte, as a `main.swift`.
    /// - All snippets of a document are compiled as one, too: each may use what those above it declare. What else they mean (a file, a view, a
    ///   user's own type) is declared in `Context/NAME.swift`, whose imports they have; a document without such a file has nothing else.
    /// - The snippets of the doc comments of a module are compiled likewise, file by file, with `Context/MODULE.swift`. They may use their
    ///   own module, Foundation, and what their file imports publicly.
    ///
    /// Declarations of a context are computed (`var store: FileJobStore { given() }`): nothing of this is run.
    @Suite(.timeLimit(.minutes(10)))
    struct SnippetTests {
        @Test(arguments: Documents.all)
        func `every program of a document compiles as it is printed`(document: String) async throws {
            for program in try Documents.snippets(document) where program.isProgram {
                let errors = try await Compiler().errors(in: ["main.swift": program.text])
                #expect(errors.isEmpty, "\(document):\(program.line): \(errors)")
            }
        }

        @Test(arguments: Documents.all)
        func `every snippet of a document compiles where it stands`(document: String) async throws {
            let name = Documents.url(document).deletingPathExtension().lastPathComponent
            let snippets = try Documents.snippets(document).filter { !$0.isManifest }
            let context = try context(name)
            let file = SnippetFile(path: document, imports: imports(in: context), snippets: snippets)
            if snippets.isEmpty { return }
            let errors = try await Compiler().errors(in: [
                "Context.swift": context, "Snippets.swift": file.source(function: "all"),
            ])
            #expect(errors.isEmpty, "\(errors)")
        }

        @Test(arguments: ["README.md", "Migration.md"])
        func `a document's manifest is one, and names products that there are`(document: String) async throws {
            let manifest = try #require(try Documents.snippets(document).first(where: \.isManifest)).text
            let errors = try await Compiler().errors(inManifest: manifest)
            #expect(errors.isEmpty, "\(errors)")
            let own = try Documents.text("Package.swift")
            let products = manifest.matches(of: /\.product\(name: "(\w+)"/).map(\.1)
            #expect(!products.isEmpty)
            for product in products { #expect(own.contains(".library(name: \"\(product)\""), "\(product)") }
        }

        @Test(arguments: Documents.modules)
        func `every snippet of a doc comment compiles with its module alone`(module: String) async throws {
            var files = ["Context.swift": try context(module)]
            for path in Documents.files("Sources/\(module)", "swift") {
                let snippets = try Documents.snippets(path)
                let text = try Documents.text(path)
                let own = text.matches(of: /(?m)^(?:@_exported )?public (import \w+)$/).map { String($0.1) }
                let file = SnippetFile(path: path, imports: ["import \(module)", "import Foundation"] + own, snippets: snippets)
                let name = "snippets\(files.count)"
                if !snippets.isEmpty { files["\(name).swift"] = file.source(function: name) }
            }
            let errors = try await Compiler().errors(in: files)
            #expect(errors.isEmpty, "\(errors)")
        }

        @Test func `what does not compile is told, with its place`() async throws {
            let lines: [Substring] = ["let job = 1", "func wait() async { await gone() }", "let k = job + missing"]
            let file = SnippetFile(path: "Docs/None.md", imports: [], snippets: [Snippet(line: 40, lines: lines)])
            let errors = try await Compiler().errors(in: ["Snippets.swift": file.source(function: "all")])
            #expect(
                errors.contains("Docs/None.md:41:") && errors.contains("Docs/None.md:42:") && !errors.contains("Docs/None.md:40:")
            )
            let race = "final class Count { var n = 0 }\nlet c = Count()\nTask.detached { c.n = 1 }\nc.n = 2\n"
            #expect(try await Compiler().errors(in: ["main.swift": race]).contains("main.swift:3:"))
            #expect(
                try await Compiler().errors(in: ["main.swift": "import Foundation\nprint(JobStatus.self)\n"]).contains(
                    "main.swift:2:"))
            #expect(try await Compiler().errors(in: ["main.swift": "import CairnCore\nprint(JobStatus.self)\n"]).isEmpty)
        }

        private func context(_ name: String) throws -> String {
            let path = "Tests/DocumentationTests/Context/\(name).swift"
            let text = FileManager.default.fileExists(atPath: Documents.url(path).path) ? try Documents.text(path) : ""
            return text + "\nfunc given<Value>() -> Value { fatalError() }\n"
        }

        private func imports(in context: String) -> [String] {
            context.split(separator: "\n").filter { $0.hasPrefix("import ") }.map(String.init)
        }
    }
#endif
