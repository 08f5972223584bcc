#if !CAIRN_APP_CONTAINER
    import Testing

    /// Closures are plain for old callers, and the compiler does not see that an actor's runs elsewhere: what Docs/Callbacks.md has an actor write.
    @Suite(.timeLimit(.minutes(10)))
    struct ActorClosureTests {
        private static let modes = ["5", "6"]

        private func program(_ change: (String) -> String = { $0 }) throws -> [String: String] {
            let snippets = try Documents.snippets("Docs/Callbacks.md")
            let form = try #require(snippets.first { $0.text.contains("-> CallbackOperation {") })
            let actor = try #require(snippets.first { $0.text.contains("actor ") }, "Docs/Callbacks.md says nothing to actors.")
            return ["main.swift": form.text + change(actor.text)]
        }

        @Test(arguments: modes)
        func `the compiler takes what an actor is to write, and refuses what would race`(mode: String) async throws {
            let (compiler, task) = (Compiler(), "Task { await self.took(result) }")
            #expect(try await compiler.errors(in: program(), mode: mode).isEmpty)
            let racing = try program { $0.replacing(task, with: "self.took(result)") }
            #expect(try await compiler.errors(in: racing, mode: mode).contains("actor-isolated"))
            let writing = try program { $0.replacing(task, with: "self.total += 1") }
            #expect(try await compiler.errors(in: writing, mode: mode).contains("actor-isolated"))
        }

        @Test(arguments: modes)
        func `old callers' closures need no mark, on main and elsewhere`(mode: String) async throws {
            let callers = """
                import CairnCallbacks

                final class Picture { var name = "" }

                @MainActor final class Screen {
                    private let picture = Picture()
                    private var count = 0

                    func show() -> [AnyObject] {
                        let operation = CallbackOperation({ 1 }) { result in
                            self.count += 1
                            self.picture.name = "\\(result)"
                        }
                        let handler = Handler<Int> { number in self.count += number }
                        let callback = Callback<Int> { number in self.picture.name = "\\(number)" }
                        return [operation, handler, callback]
                    }
                }

                func show(_ picture: Picture, _ completion: @escaping (Int) -> Void) -> [AnyObject] {
                    let own = Picture()
                    let operation = CallbackOperation({ 1 }) { result in
                        picture.name = "\\(result)"
                        own.name = picture.name
                    }
                    let handler = Handler<Int> { number in own.name = "\\(number)" }
                    own.name = "used again"
                    return [operation, handler, Callback(completion)]
                }
                """
            let errors = try await Compiler().errors(in: ["main.swift": callers], mode: mode)
            #expect(errors.isEmpty, "\(errors)")
        }
    }
#endif
