#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnTasks
    import Foundation
    import Testing

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// `cairn serve --portal` as a process.
    @Suite(.timeLimit(.minutes(5)))
    struct ServePortalTests {
        let tool: Tool

        init() throws { tool = try Tool() }

        private func write(_ path: String, _ text: String) throws {
            let file = tool.folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try tool.write(path, text)
        }

        @Test func `a folder is served as a portal`() async throws {
            try write("portal/trees/item.json", #"{"title":"Trees"}"#)
            try write(
                "portal/trees/data.json",
                #"{"operationalLayers":[{"id":"a","url":"{server}/arcgis/rest/services/T/FeatureServer/0"}]}"#)
            let (running, output, port) = try await tool.serve(tool.process(["serve", "--portal", "portal", "--port", "0"]))
            let portal = Portal(
                url: try #require(URL(string: "http://127.0.0.1:\(port)/sharing/rest")), credential: CredentialStore())
            let item = try #require(try await portal.findItems(using: .items(ofType: .webMap)).results.first)
            #expect(item.id == "trees" && item.info?.title == "Trees" && item.info?.owner == "admin")
            let url = try await item.webMap().operationalLayers.first?.url
            #expect(url?.absoluteString == "http://127.0.0.1:\(port)/arcgis/rest/services/T/FeatureServer/0")
            kill(running.process.processIdentifier, SIGTERM)
            #expect(await running.end() == 0)
            withExtendedLifetime(output) {}
        }

        @Test func `folders that are no items are told of, and a port that is in use is, with what helps`() async throws {
            try write("portal/trees/item.json", #"{"title":"Trees"}"#)
            try write("portal/forgotten/data.json", "{}")
            let (running, output, port) = try await tool.serve(tool.process(["serve", "--portal", "portal", "--port", "0"]))
            let second = try await tool.run("serve", "--portal", "portal", "--port", "\(port)")
            #expect(second.code == 1 && second.errors.contains("Port \(port) is in use") && second.errors.contains("--port N"))
            let sentence = "Not served: the folder forgotten of the portal has no item.json."
            #expect(second.errors.contains(sentence), "\(second.errors)")
            kill(running.process.processIdentifier, SIGTERM)
            #expect(await running.end() == 0)
            withExtendedLifetime(output) {}
        }

        @Test func `what is wrong with the folder is told, and nothing is served`() async throws {
            let missing = try await tool.run("serve", "--portal", "missing", "--port", "0")
            #expect(missing.code != 0 && missing.errors.contains("missing is no folder") && missing.output.isEmpty)
            try write("portal/trees/item.json", "[1]")
            let wrong = try await tool.run("serve", "--portal", "portal", "--port", "0")
            #expect(wrong.code != 0 && wrong.errors.contains("item.json cannot be used"), "\(wrong.errors)")
            try write("portal/trees/item.json", "{}")
            try write("portal/trees/data.json", "{")
            let broken = try await tool.run("serve", "--portal", "portal", "--port", "0")
            #expect(broken.code != 0 && broken.errors.contains("data.json cannot be used"), "\(broken.errors)")
            let nothing = try await tool.run("serve")
            #expect(nothing.code != 0 && nothing.errors.contains("--portal DIR"), "\(nothing.code) \(nothing.errors)")
        }
    }
#endif
